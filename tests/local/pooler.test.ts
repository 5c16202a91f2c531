import { spawnSync } from 'node:child_process'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { NOTES_MIGRATION, start, workspace } from './support.ts'

const program = process.env.PGBOUNCER || 'pgbouncer'
const isInstalled = spawnSync(program, ['--version']).status === 0

const WHO = {
  ...NOTES_MIGRATION,
  'migrations/20260101000100_who.sql': `create function public.who() returns text
    language sql set search_path = '' as $$ select pg_catalog.current_setting('role') || ' ' || coalesce(auth.uid()::text, 'nobody') $$;
    create function public.limits() returns text
    language sql set search_path = ''
    as $$ select pg_catalog.current_setting('statement_timeout') || ' ' || pg_catalog.current_setting('lock_timeout') $$;
    grant execute on function public.who, public.limits to anon, authenticated, service_role`,
}

test.runIf(isInstalled)(
  'callers sharing connections through a transaction-mode pooler keep their own rights, and the time limits',
  async () => {
    const backend = await start({ ...workspace(WHO), pgbouncer: program })
    const admin = createClient(backend.url, backend.serviceKey)
    const callers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const email = `person-${n}@example.test`
        const password = 'a-Password-2468'
        const { data } = await admin.auth.admin.createUser({ email, password, email_confirm: true })
        const client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } })
        await client.auth.signInWithPassword({ email, password })
        return { client, is: `authenticated ${data.user?.id}` }
      }),
    )
    callers.push({ client: createClient(backend.url, backend.anonKey), is: 'anon nobody' })
    for (let round = 0; round < 20; round++) {
      const said = await Promise.all(callers.map(({ client }) => client.rpc('who')))
      expect(said.map(({ data }) => data)).toEqual(callers.map(({ is }) => is))
    }
    const limits = await Promise.all(callers.map(({ client }) => client.rpc('limits')))
    expect(new Set(limits.map(({ data }) => data))).toEqual(new Set(['30s 8s']))
  },
)
