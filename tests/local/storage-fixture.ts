import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { startBackend } from '@/local/backend.ts'
import { loadSecrets } from '@/local/keys.ts'
import { freePort } from '../../local/free-port.ts'
import { accessToken, signInNew } from './accounts.ts'
import { copyPreparedData } from './support.ts'

const options = { auth: { persistSession: false, autoRefreshToken: false } }

/** An embedded backend of its own with a bucket `files` (20 kB, audio) in which everyone owns the folder of their id. */
export interface Storage {
  url: string
  serviceKey: string
  /** Where the bytes are. */
  folder: string
  admin: SupabaseClient
  anonymous(): SupabaseClient
  signedIn(): Promise<{ client: SupabaseClient; id: string }>
  /** An access token of no session, valid for so many seconds (less than 0: expired). */
  tokenFor(userId: string, secondsLeft: number, secret?: string): Promise<string>
  /** Leaves bytes without a row, as a killed backend does; answers the file's name. */
  strayFile(): string
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a backend of its own. */
export async function startStorage(): Promise<Storage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'storage-test-'))
  // PostgreSQL runs as an ordinary user, who has to reach its data through this folder.
  await chmod(folder, 0o755)
  const supabaseDir = path.join(folder, 'supabase')
  const dataDir = path.join(folder, 'data')
  copyPreparedData(dataDir)
  await mkdir(path.join(supabaseDir, 'migrations'), { recursive: true })
  await writeFile(
    path.join(supabaseDir, 'migrations/20260101000000_files.sql'),
    `insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
       values ('files', 'files', 20000, array['audio/*']);
     create policy own_files on storage.objects for all to authenticated
       using (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text)
       with check (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text);`,
  )
  const start = async (port: number) =>
    startBackend({ dataDir, port, siteUrl: 'http://localhost:3999', supabaseDir, seed: false })
  const port = await freePort()
  let backend = await start(port)
  const { url, anonKey, serviceKey } = backend
  const { jwtSecret } = loadSecrets(dataDir)
  const admin = createClient(url, serviceKey, options)
  const bytesFolder = path.join(dataDir, 'storage')
  const anonymous = () => createClient(url, anonKey, options)

  return {
    url,
    serviceKey,
    folder: bytesFolder,
    admin,
    anonymous,
    signedIn: () => signInNew(admin, anonymous(), `keeper-${randomUUID()}@demo.test`),
    tokenFor: (userId, secondsLeft, secret = jwtSecret) => accessToken(secret, userId, secondsLeft),
    strayFile() {
      const name = randomUUID()
      writeFileSync(path.join(bytesFolder, name), 'half an upl')
      return name
    },
    async restart() {
      await backend.stop()
      backend = await start(port)
    },
    async stop() {
      await backend.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
