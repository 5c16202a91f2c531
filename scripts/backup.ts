import { join, resolve } from 'node:path'
import { writeBackup } from '../local/backup.ts'
import { runCommand } from './lib/run-command.ts'
import { embeddedDataDir } from './lib/settings.ts'

/** `npm run backup [-- <file>]`: backs up everything in the embedded backend to one file, while the app runs. */

const root = join(import.meta.dirname, '..')

async function main(): Promise<void> {
  const file = resolve(
    process.argv[2] ?? `backup-${new Date().toISOString().slice(0, 16).replace(/\D/g, '')}.trunkline`,
  )
  await writeBackup(embeddedDataDir(root), file)
  console.log(`Wrote ${file}. It holds every secret too: keep it where only you can read it.`)
}

runCommand(main)
