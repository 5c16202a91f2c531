import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { vi } from 'vitest'
import { type Mail, readMails } from '@/local/auth/outbox.ts'
import { type Backend, type BackendOptions, startBackend } from '@/local/backend.ts'
import { freePort } from '../../local/free-port.ts'
import { copyPreparedData } from './support.ts'

export const siteUrl = 'http://localhost:3999'
export const password = 'first-password-1'

/** An embedded backend of its own, with one table `notes`, and what tests of accounts do with it. */
export interface Accounts {
  backend: Backend
  admin: SupabaseClient
  database: pg.Client
  /** A folder that goes when the backend stops. */
  folder: string
  /** A client that keeps its session to itself. */
  client(key?: string, options?: { flowType?: 'pkce' }): SupabaseClient
  /** A confirmed user with `password`. */
  newUser(): Promise<{ id: string; email: string }>
  signedIn(email: string): Promise<SupabaseClient>
  /** The newest mail to that address. */
  mailTo(email: string): Promise<Mail & { link: string }>
  /** Where the button of the page leads that the newest mail to that address links to. */
  linkTo(email: string): Promise<string>
  /** How many mails to that address there are by now; ask once those that must come have come. */
  mailsTo(email: string): Promise<number>
  stop(): Promise<void>
}

/** Starts a backend of its own. */
export async function startAccounts(options: Partial<BackendOptions> = {}): Promise<Accounts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'auth-test-'))
  // PostgreSQL runs as an ordinary user, who has to reach its data through this folder.
  await chmod(folder, 0o755)
  const supabaseDir = path.join(folder, 'supabase')
  await mkdir(path.join(supabaseDir, 'migrations'), { recursive: true })
  await writeFile(
    path.join(supabaseDir, 'migrations/20260101000000_notes.sql'),
    `create table public.notes (id uuid primary key default gen_random_uuid(), author uuid references auth.users (id));
     alter table public.notes enable row level security;
     create policy notes_select on public.notes for select to authenticated using (author = (select auth.uid()));
     grant select, insert, update, delete on public.notes to anon, authenticated, service_role;`,
  )
  const dataDir = path.join(folder, 'data')
  copyPreparedData(dataDir)
  const backend = await startBackend({
    dataDir,
    port: await freePort(),
    siteUrl,
    supabaseDir,
    seed: false,
    ...options,
  })
  const database = new pg.Client({ connectionString: backend.databaseUrl })
  await database.connect()
  let count = 0

  function client(key = backend.anonKey, options: { flowType?: 'pkce' } = {}): SupabaseClient {
    const stored = new Map<string, string>()
    return createClient(backend.url, key, {
      auth: {
        ...options,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storage: {
          getItem: (name) => stored.get(name) ?? null,
          setItem: (name, value) => void stored.set(name, value),
          removeItem: (name) => void stored.delete(name),
        },
      },
    })
  }
  const admin = client(backend.serviceKey)

  // The recovery of a password answers before its mail is sent.
  const mailTo = (email: string) =>
    vi.waitFor(async () => {
      const mail = (await readMails(backend.outboxDir)).find(({ to }) => to === email)
      if (!mail?.link) throw new Error(`No mail to ${email}`)
      return { ...mail, link: mail.link }
    })

  return {
    backend,
    admin,
    database,
    folder,
    client,
    async newUser() {
      count += 1
      const email = `user-${count}@demo.test`
      const { data, error } = await admin.auth.admin.createUser({ email, password, email_confirm: true })
      if (error) throw error
      return { id: data.user.id, email }
    },
    async signedIn(email) {
      const own = client()
      const { error } = await own.auth.signInWithPassword({ email, password })
      if (error) throw error
      return own
    },
    mailTo,
    linkTo: async (email) => `${backend.url}/auth/v1/verify${new URL((await mailTo(email)).link).search}`,
    mailsTo: async (email) => (await readMails(backend.outboxDir)).filter(({ to }) => to === email).length,
    async stop() {
      await database.end()
      await backend.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
