import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/supabase/database.types'
import { type Backend, startBackend } from '@/local/backend.ts'
import { freePort } from '../../local/free-port.ts'
import { copyPreparedData } from './support.ts'

// The full database with a single superadmin. tests/database/superadmins.test.ts has the ways through the tables.
let folder: string
let backend: Backend
const client = (key: string) =>
  createClient<Database>(backend.url, key, { auth: { autoRefreshToken: false, persistSession: false } })
const service = () => client(backend.serviceKey)
const password = 'first-password-1'
let superadmin: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'superadmin-test-'))
  // PostgreSQL runs as an ordinary user, who has to reach its data through this folder.
  await chmod(folder, 0o755)
  const dataDir = path.join(folder, 'data')
  copyPreparedData(dataDir)
  backend = await startBackend({
    dataDir,
    port: await freePort(),
    siteUrl: 'http://localhost:3999',
    supabaseDir: path.join(import.meta.dirname, '../../supabase'),
    seed: false,
  })
  const email = 'only@demo.test'
  const { data, error } = await service().auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  superadmin = data.user.id
  await service()
    .from('members')
    .insert({ user_id: superadmin, user_role: 'superadmin', email })
    .throwOnError()
}, 120_000)
afterAll(async () => {
  await backend?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The last superadmin unchanged: active, with their role, and able to sign in with all permissions. */
async function expectUnharmed() {
  const { data } = await service().from('members').select('user_role, status').eq('user_id', superadmin)
  expect(data).toEqual([{ user_role: 'superadmin', status: 'active' }])
  const own = client(backend.anonKey)
  expect((await own.auth.signInWithPassword({ email: 'only@demo.test', password })).error).toBeNull()
  const right = { section: 'superadmin', action: 'edit' }
  expect((await own.rpc('has_permission', right)).data).toBe(true)
}

test('the last superadmin can be neither deleted nor banned through the admin API', async () => {
  const { admin } = service().auth
  expect((await admin.deleteUser(superadmin)).error).not.toBeNull()
  await expectUnharmed()
  expect((await admin.updateUserById(superadmin, { ban_duration: '24h' })).error).not.toBeNull()
  await expectUnharmed()
})
