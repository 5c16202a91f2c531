import { join, resolve } from 'node:path'
import { readBackup } from '../local/backup.ts'
import { BackendError } from '../local/errors.ts'
import { loadEnvFiles, readSettings, StartError } from './lib/settings.ts'

/** `npm run restore -- <file>`: creates the data directory from a backup. */

const root = join(import.meta.dirname, '..')

async function main(): Promise<void> {
  loadEnvFiles(root)
  const { backend, dataDir } = readSettings(process.env, root)
  if (backend.kind !== 'embedded') {
    throw new StartError('This app uses a configured Supabase. README.md says what its own backups hold.')
  }
  const file = process.argv[2]
  if (!file) throw new StartError('Name the file: npm run restore -- <file>')
  await readBackup(resolve(file), dataDir)
  console.log(`Restored ${dataDir}. Start the app with npm start.`)
}

main().catch((error: unknown) => {
  const expected = error instanceof BackendError || error instanceof StartError
  console.error(expected ? error.message : error)
  process.exitCode = 1
})
