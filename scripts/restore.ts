import { join, resolve } from 'node:path'
import { readBackup } from '../local/backup.ts'
import { runCommand } from './lib/run-command.ts'
import { embeddedDataDir, StartError } from './lib/settings.ts'

/** `npm run restore -- <file>`: creates the data directory from a backup. */

const root = join(import.meta.dirname, '..')

async function main(): Promise<void> {
  const file = process.argv[2]
  if (!file) throw new StartError('Name the file: npm run restore -- <file>')
  const dataDir = embeddedDataDir(root)
  await readBackup(resolve(file), dataDir)
  console.log(`Restored ${dataDir}. Start the app with npm start.`)
}

runCommand(main)
