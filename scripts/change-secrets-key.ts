import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../lib/supabase/database.types.ts'
import { resealSecrets } from '../lib/vault/seal-secrets.ts'
import { newKey, parseKeys, Vault } from '../lib/vault/vault.ts'
import { runningBackend } from '../local/data-dir.ts'
import { withClient } from '../local/database.ts'
import { loadSecrets, storeSecrets } from '../local/keys.ts'
import { runCommand } from './lib/run-command.ts'
import { loadEnvFiles, readSettings, StartError } from './lib/settings.ts'

/**
 * `npm run change-secrets-key`: re-encrypts every password and PIN while the app runs. The embedded backend gets a new key and keeps
 * only the last of the old ones, to decrypt what was encrypted before and is stored only now. With a configured Supabase, the first
 * key in SECRETS_KEY is used, which the app must already have (README.md). `-- --replace-lost` makes new passwords and PINs in place of
 * those that no key opens. `-- --print` only prints a new key.
 */

const root = join(import.meta.dirname, '..')

async function main(): Promise<void> {
  if (process.argv.includes('--print')) return console.log(newKey())
  loadEnvFiles(root)
  const { backend, dataDir } = readSettings(process.env, root)
  if (backend.kind === 'embedded') return changeEmbedded(dataDir)
  const { SECRETS_KEY: keys, SUPABASE_SERVICE_ROLE_KEY: serviceKey } = process.env
  if (!keys || !serviceKey)
    throw new StartError('Set SECRETS_KEY and SUPABASE_SERVICE_ROLE_KEY as the app has them.')
  const done = await reseal(process.env.SUPABASE_URL || backend.url, serviceKey, keys)
  console.log(
    `Encrypted ${done} secrets again. Keep the second key in SECRETS_KEY until the next change, and remove any after it.`,
  )
}

async function changeEmbedded(dataDir: string): Promise<void> {
  const { url, databaseUrl } = runningBackend(dataDir) ?? {}
  if (!url || !databaseUrl) throw new StartError('The app is not running. Start it first: npm start')
  await withClient(databaseUrl, async (client) => {
    // Two changes at a time would each store the keys without the other's. The database releases the lock of one that is killed.
    const { rows } = await client.query<{ alone: boolean }>(
      "select pg_try_advisory_lock(hashtext('change of the secrets key')) as alone",
    )
    if (!rows[0]?.alone) throw new StartError('The key is being changed already. Wait until that has ended.')
    await changeKey(dataDir, url)
  })
}

async function changeKey(dataDir: string, url: string): Promise<void> {
  const secrets = loadSecrets(dataDir)
  const [made, before] = [newKey(), secrets.secretsKey]
  // The app encrypts with the first and decrypts with both during re-encryption.
  storeSecrets(dataDir, { ...secrets, secretsKey: `${made},${before}` })
  const done = await reseal(url, secrets.serviceKey, `${made},${before}`)
  // PINs that a browser holds encrypted until it stores them, and a backup that is being written, still need the last one.
  const [last] = before.split(',')
  storeSecrets(dataDir, { ...secrets, secretsKey: `${made},${last}` })
  console.log(`Sealed ${done} secrets with a new key. Backups made before hold the old one.`)
}

async function reseal(url: string, serviceKey: string, keys: string): Promise<number> {
  const admin = createClient<Database>(url, serviceKey, { auth: { persistSession: false } })
  const replacesLost = process.argv.includes('--replace-lost')
  const { done, unreadable } = await resealSecrets(admin, new Vault(parseKeys(keys)), replacesLost)
  if (unreadable > 0) {
    const help = replacesLost
      ? 'They are carriers’: set them again.'
      : 'Put back the key that is missing. If it is lost, run this with --replace-lost, which makes new ones.'
    console.error(`${unreadable} secrets open with none of the keys. ${help}`)
  }
  return done
}

runCommand(main)
