import { join, resolve } from 'node:path'
import { writeBackup } from '../local/backup.ts'
import { BackendError } from '../local/errors.ts'
import { loadEnvFiles, readSettings, StartError } from './lib/settings.ts'

/** `npm run backup [-- <file>]`: backs up everything in the embedded backend to one file, while the app runs. */

const root = join(import.meta.dirname, '..')

async function main(): Promise<void> {
  loadEnvFiles(root)
  const { backend, dataDir } = readSettings(process.env, root)
  if (backend.kind !== 'embedded') {
    throw new StartError('This app uses a configured Supabase. README.md says what its own backups hold.')
  }
  const file = resolve(
    process.argv[2] ?? `backup-${new Date().toISOString().slice(0, 16).replace(/\D/g, '')}.trunkline`,
  )
  await writeBackup(dataDir, file)
  console.log(`Wrote ${file}. It holds every secret too: keep it where only you can read it.`)
}

main().catch((error: unknown) => {
  const expected = error instanceof BackendError || error instanceof StartError
  console.error(expected ? error.message : error)
  process.exitCode = 1
})
