import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startBackend } from '../../local/backend.ts'
import { runningBackend } from '../../local/data-dir.ts'
import { DEMO_ACCOUNTS } from '../../local/demo-accounts.ts'
import { BackendError } from '../../local/errors.ts'
import { freePort } from '../../local/free-port.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { becomesReady } from '../../local/postgres.ts'
import { serverAccount, serverCommand } from '../../local/server-account.ts'
import { NOTES_MIGRATION, start, workspace, writeFiles } from './support.ts'

async function query(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** The one-line message of a refused start. */
async function refusal(options: { dataDir: string; supabaseDir: string; port?: number }): Promise<string> {
  const outcome = await startBackend({
    siteUrl: 'http://localhost:3000',
    ...options,
    port: options.port ?? (await freePort()),
  }).then(
    async (backend) => {
      await backend.stop()
      return undefined
    },
    (error: unknown) => error,
  )
  if (!(outcome instanceof BackendError))
    throw new Error('The start was not refused as expected.', { cause: outcome })
  expect(outcome.message).not.toContain('\n')
  return outcome.message
}

const ECHO_FUNCTION = `create function public.echo(word text) returns text language sql as 'select word'`

const [superadmin, admin] = DEMO_ACCOUNTS

describe('a started backend', () => {
  test("serves the database as hosted Supabase does, with the caller's rights", async () => {
    const files = {
      ...NOTES_MIGRATION,
      'seed.sql': `insert into public.notes (id, body, price, owner) values
        (1, 'mine', 12.50, '${superadmin.id}'), (2, 'another''s', 0, '${admin.id}');`,
    }
    const backend = await start(workspace(files))
    const client = createClient(backend.url, backend.anonKey)

    expect((await client.from('notes').select()).data).toEqual([])
    const wrong = await client.auth.signInWithPassword({
      email: superadmin.email,
      password: 'wrong-password',
    })
    expect(wrong.error?.code).toBe('invalid_credentials')
    const signedIn = await client.auth.signInWithPassword({
      email: superadmin.email,
      password: DEMO_PASSWORD,
    })
    expect(signedIn.data.session?.expires_in).toBe(3600)
    expect((await client.from('notes').select()).data).toEqual([
      { id: 1, body: 'mine', price: 12.5, at: '2026-03-01T12:30:00+00:00', owner: superadmin.id },
    ])
    const service = createClient(backend.url, backend.serviceKey)
    expect((await service.from('notes').select('id', { count: 'exact' })).count).toBe(2)

    const stranger = createClient(backend.url, backend.anonKey)
    const signUp = await stranger.auth.signUp({ email: 'new@demo.test', password: 'long-enough-0' })
    expect(signUp.error?.code).toBe('signup_disabled')
    expect((await fetch(`${backend.url}/rest/v1/notes`)).status).toBe(401)
    expect((await fetch(`${backend.url}/rest/v1/notes`, { headers: { apikey: 'x' } })).status).toBe(401)
    expect((await fetch(`${backend.url}/_system/info`)).status).toBe(404)
    expect((await fetch(`${backend.url}/health`)).status).toBe(200)
  })

  test('refuses methods that it does not offer with 405', async () => {
    const { url } = await start(workspace())
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'QUERY']) {
      const asked = request(`${url}/rest/v1/notes`, { method }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, expect.stringMatching(/^GET, /)])
    }
  })

  test.runIf(process.getuid?.() === 0)('runs as root in a directory that only root may enter', async () => {
    const closed = workspace(NOTES_MIGRATION, { fresh: true })
    chmodSync(closed.folder, 0o700)
    const backend = await start(closed)
    expect(await query(backend.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }])

    // PostgreSQL's programs look themselves up with access(2), in a checkout that may be closed as well.
    const lookup = `require('node:fs').accessSync(${JSON.stringify(closed.folder)} + '/data')`
    const places = [dirname(process.execPath), join(closed.folder, 'data')]
    const { file, args, options } = serverCommand(serverAccount(), process.execPath, ['-e', lookup], places)
    execFileSync(file, args, options)
  })

  test('lets browsers of another origin call functions that need an argument, and compresses responses for clients that accept it, but not for a server on the same machine', async () => {
    const files = { 'migrations/20260101000000_echo.sql': ECHO_FUNCTION }
    const { url, anonKey } = await start(workspace(files))
    const preflight = await fetch(`${url}/rest/v1/rpc/echo`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,content-type')
    const word = 'long '.repeat(1000)
    for (const [agent, accepted, encoding] of [
      ['Mozilla/5.0', 'gzip', 'gzip'],
      ['Mozilla/5.0', 'identity', null],
      ['node', 'gzip', null],
    ] as const) {
      const answer = await fetch(`${url}/rest/v1/rpc/echo`, {
        method: 'POST',
        headers: {
          apikey: anonKey,
          'content-type': 'application/json',
          'accept-encoding': accepted,
          'user-agent': agent,
        },
        body: JSON.stringify({ word }),
      })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(await answer.json()).toBe(word)
    }
  })

  test('runs migrations with the roles and limits they have on hosted Supabase', async () => {
    const backend = await start(
      workspace({ 'migrations/20260101000000_notes.sql': 'create table public.notes (id integer)' }),
    )
    expect(await query(backend.databaseUrl, 'show is_superuser')).toEqual([{ is_superuser: 'off' }])
    expect(
      await query(
        backend.databaseUrl,
        `select grantee from information_schema.role_table_grants where table_name = 'notes' and grantee <> 'postgres'`,
      ),
    ).toEqual([])
    expect(
      await query(
        backend.databaseUrl,
        `select auth.uid(), auth.email() from
         (select set_config('request.jwt.claims', '{"sub": "${admin.id}", "email": "a@demo.test"}', true)) claims`,
      ),
    ).toEqual([{ uid: admin.id, email: 'a@demo.test' }])
  })

  test('returns the status and code of the violated rule for a rejected write', async () => {
    const backend = await start(
      workspace({
        'migrations/20260101000000_rules.sql': `
          create table public.things (id integer primary key, size integer not null check (size > 0));
          grant insert on public.things to service_role;
          create function public.refuse() returns void language plpgsql as $$
            begin raise exception 'Not today.' using hint = 'Tomorrow.'; end $$;`,
      }),
    )
    const client = createClient(backend.url, backend.serviceKey)
    await client.from('things').insert({ id: 1, size: 1 })
    const answers = [
      await client.from('things').insert({ id: 1, size: 1 }),
      await client.from('things').insert({ id: 2, size: 0 }),
      await client.from('things').insert({ id: 3 }),
      await client.rpc('refuse'),
    ]
    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual([
      [409, '23505'],
      [400, '23514'],
      [400, '23502'],
      [400, 'P0001'],
    ])
    expect(answers[3]?.error).toMatchObject({ message: 'Not today.', hint: 'Tomorrow.' })
  })

  test('keeps revoked grants across a restart', async () => {
    const place = workspace({
      ...NOTES_MIGRATION,
      'migrations/20260101000100_grants.sql': 'revoke usage on schema public from public, anon;',
    })
    await (await start(place)).stop()
    const backend = await start(place)
    const { error } = await createClient(backend.url, backend.anonKey).from('notes').select()
    expect(error?.code).toBe('42501')
  })

  test('keeps its data, seeds once and applies only new migrations', async () => {
    const place = workspace(
      { ...NOTES_MIGRATION, 'seed.sql': 'insert into public.notes (id) values (1);' },
      { fresh: true },
    )
    const first = await start(place)
    await query(first.databaseUrl, 'delete from public.notes; insert into public.notes (id) values (2)')
    await first.stop()
    writeFiles(place.supabaseDir, {
      'migrations/20260102000000_more.sql': 'alter table public.notes add column colour text;',
    })

    const second = await start(place)
    expect(second.serviceKey).toBe(first.serviceKey)
    expect(await query(second.databaseUrl, 'select id, colour from public.notes')).toEqual([
      { id: 2, colour: null },
    ])
    expect(
      await query(
        second.databaseUrl,
        'select version, name from supabase_migrations.schema_migrations order by 1',
      ),
    ).toEqual([
      { version: '20260101000000', name: 'notes' },
      { version: '20260102000000', name: 'more' },
    ])
  })

  test('loads a seed of several megabytes', async () => {
    const rows = Array.from({ length: 4_000 }, (_, id) => `(${id}, '${'x'.repeat(800)}')`)
    const seed = rows.map((row) => `insert into public.notes (id, body) values ${row};`).join('\n')
    expect(seed.length).toBeGreaterThan(3_000_000)
    const backend = await start(workspace({ ...NOTES_MIGRATION, 'seed.sql': seed }))
    expect(await query(backend.databaseUrl, 'select count(*)::int from public.notes')).toEqual([
      { count: 4_000 },
    ])
  })

  test('leaves no processes behind when stopped', async () => {
    const { dataDir, supabaseDir } = workspace()
    const backend = await start({ dataDir, supabaseDir })
    expect(runningBackend(dataDir)?.databaseUrl).toBe(backend.databaseUrl)
    await backend.stop()
    expect(runningBackend(dataDir)).toBeUndefined()
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    await expect(fetch(`${backend.url}/health`)).rejects.toThrow()
  })
})

describe('a start is refused with a one-line error', () => {
  test('when a backend runs on the same data directory', async () => {
    const place = workspace()
    const backend = await start(place)
    expect(await refusal(place)).toContain(`Already running on the data directory ${place.dataDir}`)
    expect((await fetch(`${backend.url}/health`)).status).toBe(200)
  })

  test('when the port is taken', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    expect(await refusal({ ...workspace(), port })).toContain(`Port ${port} is taken`)
    other.close()
  })

  test('when the data directory is a file or inside one', async () => {
    const { folder, supabaseDir } = workspace()
    writeFileSync(join(folder, 'file'), '')
    for (const dataDir of [join(folder, 'file'), join(folder, 'file/data')]) {
      expect(await refusal({ dataDir, supabaseDir })).toContain(`${dataDir} is not a directory`)
    }
  })

  test('when the data directory is damaged, with its path and what to do', async () => {
    const place = workspace()
    const { dataDir } = place
    await (await start(place)).stop()
    truncateSync(join(dataDir, 'postgres/global/pg_control'), 100)
    const line = await refusal(place)
    expect(line).toMatch(/^PostgreSQL cannot start in .*pg_control.*postgres\.log\.$/)
    expect(line).toContain(dataDir)
    // Other reasons, such as a full disk, are no damage.
    expect(line).not.toMatch(/damaged|delete/)

    const secrets = join(dataDir, 'secrets.json')
    const damages = [() => rmSync(join(dataDir, 'postgres/PG_VERSION')), () => writeFileSync(secrets, '{}')]
    for (const damage of damages) {
      damage()
      const line = await refusal(place)
      expect(line).toContain(dataDir)
      expect(line).toMatch(/damaged.*move .*away.*delete/i)
    }
  })

  test('when a migration fails, with its line, and continues after the fix', async () => {
    const broken = 'migrations/20260102000000_broken.sql'
    const place = workspace({
      ...NOTES_MIGRATION,
      [broken]: 'create table public.half (id integer);\nselect 1;\nselect * from nowhere;',
    })
    expect(await refusal(place)).toMatch(/20260102000000_broken\.sql, line 3, failed: .*nowhere/)
    writeFiles(place.supabaseDir, { [broken]: 'create table public.half (id integer);' })
    const backend = await start(place)
    expect(await query(backend.databaseUrl, 'select * from public.half')).toEqual([])
  })

  test('when an applied migration was changed or is missing', async () => {
    const place = workspace()
    const [file, sql] = Object.entries(NOTES_MIGRATION)[0] ?? ['', '']
    await (await start(place)).stop()
    writeFiles(place.supabaseDir, { [file]: `${sql}\nselect 1;` })
    expect(await refusal(place)).toContain('20260101000000_notes.sql was changed after it was applied')
    rmSync(join(place.supabaseDir, file))
    expect(await refusal(place)).toContain('20260101000000_notes.sql, which is not in')
    writeFiles(place.supabaseDir, { [file]: sql.replaceAll('\n', '\r\n') })
    await start(place)
  })
})

describe('a PostgreSQL that starts slowly', () => {
  /**
   * Waits for a PostgreSQL that is ready after five looks, between each two of which 0.9 s pass, and which writes to its log in each or
   * in none. The clock is held, so that a busy machine changes nothing.
   */
  async function waiting(grows: boolean): Promise<boolean> {
    const { dataDir } = workspace()
    const cluster = join(dataDir, 'postgres')
    const log = join(dataDir, 'postgres.log')
    mkdirSync(cluster, { recursive: true })
    writeFileSync(log, '')
    const child = spawn('sleep', ['600'], { stdio: 'ignore' })
    let time = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
    onTestFinished(() => {
      clock.mockRestore()
      child.kill('SIGKILL')
    })
    const ready = becomesReady(child, cluster, () => undefined, 1000)
    let failed = false
    ready.catch(() => {
      failed = true
    })
    for (let look = 1; look <= 5 && !failed; look++) {
      if (grows) appendFileSync(log, 'redo\n')
      time += 900
      const looks = clock.mock.calls.length
      await vi.waitUntil(() => failed || clock.mock.calls.length > looks + 1)
    }
    writeFileSync(join(cluster, 'postmaster.pid'), `${child.pid}\n\n\n\n\n\n\nready\n`)
    return ready
  }

  test('is waited for as long as its log grows', async () => {
    expect(await waiting(true)).toBe(true)
  })

  test('is given up once its log is silent', async () => {
    await expect(waiting(false)).rejects.toThrow(
      /^PostgreSQL was not ready after 2 s; see .*postgres\.log\.$/,
    )
  })
})
