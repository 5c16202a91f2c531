import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type RealtimePostgresChangesPayload, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { type Backend, startBackend } from '@/local/backend.ts'
import { loadSecrets } from '@/local/keys.ts'
import { freePort } from '../../local/free-port.ts'
import { accessToken, signInNew } from './accounts.ts'
import { copyPreparedData } from './support.ts'

interface Note {
  id: string
  author: string | null
  title: string
  size: number | null
}
type NoteChange = RealtimePostgresChangesPayload<Note>

/** What a subscription has received; `statuses` are those of subscribe, `system` the server’s messages. */
export interface Listener {
  changes: NoteChange[]
  statuses: string[]
  errors: string[]
  system: { status: string; message: string }[]
  titles(): string[]
}

let topics = 0

/** Subscribes to changes of `notes`, unless told otherwise. */
export function listen(
  client: SupabaseClient,
  wanted: { table?: string; filter?: string; event?: 'INSERT' } = {},
): Listener {
  const listener: Listener = {
    changes: [],
    statuses: [],
    errors: [],
    system: [],
    titles: () => listener.changes.map((change) => ('title' in change.new ? change.new.title : '')),
  }
  topics += 1
  client
    .channel(`list-${topics}`)
    .on<Note>(
      'postgres_changes',
      { event: '*' as 'INSERT', schema: 'public', table: 'notes', ...wanted },
      (change) => listener.changes.push(change),
    )
    .on('system', {}, (message) => listener.system.push(message))
    .subscribe((status, error) => {
      listener.statuses.push(status)
      if (error) listener.errors.push(error.message)
    })
  return listener
}

/** Subscribes, and waits until the server says that it listens. */
export async function listening(...given: Parameters<typeof listen>): Promise<Listener> {
  const listener = listen(...given)
  await vi.waitFor(() => expect(listener.system.at(-1)?.status).toBe('ok'))
  return listener
}

/** An embedded backend of its own with published tables `notes` and `marks`, and one, `unheard`, that is not. */
export interface Listeners {
  backend: Backend
  admin: SupabaseClient
  database: pg.Client
  anonymous(): SupabaseClient
  signedIn(): Promise<{ client: SupabaseClient; id: string }>
  /** An access token of no session, valid for so many seconds (less than 0: expired). */
  tokenFor(userId: string, secondsLeft: number, secret?: string): Promise<string>
  /** Inserts a note; without an author every signed-in user may see it. */
  insert(title: string, author?: string): Promise<unknown>
  /** Disconnects all clients made so far. */
  disconnect(): Promise<void>
  stop(): Promise<void>
}

/** Starts a backend of its own. */
export async function startListeners(): Promise<Listeners> {
  const folder = await mkdtemp(path.join(tmpdir(), 'realtime-test-'))
  // PostgreSQL runs as an ordinary user, who has to reach its data through this folder.
  await chmod(folder, 0o755)
  const supabaseDir = path.join(folder, 'supabase')
  const dataDir = path.join(folder, 'data')
  await mkdir(path.join(supabaseDir, 'migrations'), { recursive: true })
  await writeFile(
    path.join(supabaseDir, 'migrations/20260101000000_notes.sql'),
    `create table public.notes (id uuid primary key default gen_random_uuid(), author uuid, title text not null,
       size numeric, secret text);
     grant insert, update, delete on public.notes to anon, authenticated;
     grant select (id, author, title, size) on public.notes to anon, authenticated;
     grant select, insert, update, delete on public.notes to service_role;
     alter table public.notes enable row level security;
     create policy notes_select on public.notes for select to authenticated
       using (author is null or author = (select auth.uid()));
     create table public.marks (board text, place int, word text, primary key (board, place));
     alter table public.marks enable row level security;
     create policy marks_select on public.marks for select to authenticated using (true);
     create table public.unheard (id int primary key);
     grant select, insert, update, delete on public.marks, public.unheard to anon, authenticated, service_role;
     alter publication supabase_realtime add table public.notes, public.marks;`,
  )
  copyPreparedData(dataDir)
  const siteUrl = 'http://localhost:3999'
  const backend = await startBackend({ dataDir, port: await freePort(), siteUrl, supabaseDir, seed: false })
  const { jwtSecret } = loadSecrets(dataDir)
  const admin = createClient(backend.url, backend.serviceKey, { auth: { persistSession: false } })
  const database = new pg.Client({ connectionString: backend.databaseUrl })
  await database.connect()
  const clients: SupabaseClient[] = []
  let count = 0

  function anonymous(): SupabaseClient {
    const client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } })
    clients.push(client)
    return client
  }

  return {
    backend,
    admin,
    database,
    anonymous,
    signedIn() {
      count += 1
      return signInNew(admin, anonymous(), `listener-${count}@demo.test`)
    },
    tokenFor: (userId, secondsLeft, secret = jwtSecret) => accessToken(secret, userId, secondsLeft),
    insert(title, author) {
      return database.query(
        'insert into public.notes (title, author, size, secret) values ($1, $2, 1.5, $3)',
        [title, author ?? null, 'not for subscribers'],
      )
    },
    async disconnect() {
      for (const client of clients.splice(0)) {
        await client.removeAllChannels()
        client.realtime.disconnect()
        await client.auth.stopAutoRefresh()
      }
    },
    async stop() {
      await database.end()
      await backend.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
