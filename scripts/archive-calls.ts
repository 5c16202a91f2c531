import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { runningBackend } from '../local/data-dir.ts'
import { ArchiveError, archiveMonth, bringBackMonth, monthsBeyond } from './lib/call-archive.ts'
import { runCommand } from './lib/run-command.ts'
import { loadEnvFiles, readSettings, StartError } from './lib/settings.ts'

/**
 * `npm run archive:calls -- --keep 24 --folder calls` writes the calls of all but the last 24 months to files and removes them;
 * `npm run archive:calls -- --bring-back 2024-01 --folder calls` restores a month. Works while the app runs.
 */

const root = join(import.meta.dirname, '..')
const USAGE =
  'Say --keep <months> or --bring-back <month, such as 2024-01>, and --folder <where the files are>.'

function databaseUrl(): string {
  loadEnvFiles(root)
  const { backend, dataDir } = readSettings(process.env, root)
  const url = backend.kind === 'embedded' ? runningBackend(dataDir)?.databaseUrl : process.env.SUPABASE_DB_URL
  if (url) return url
  throw new StartError(
    backend.kind === 'embedded'
      ? 'The embedded backend does not run. Start the app first.'
      : 'SUPABASE_DB_URL is missing: the connection string of the project’s database.',
  )
}

function say({ month, calls, legs }: Awaited<ReturnType<typeof archiveMonth>>, done: string): void {
  console.log(`${month}: ${calls.toLocaleString('en')} calls and ${legs.toLocaleString('en')} legs ${done}`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { keep: { type: 'string' }, 'bring-back': { type: 'string' }, folder: { type: 'string' } },
  })
  const { keep, 'bring-back': month, folder } = values
  if (!folder || (keep === undefined) === (month === undefined)) throw new ArchiveError(USAGE)
  const database = new pg.Client({ connectionString: databaseUrl() })
  await database.connect()
  try {
    if (month !== undefined) return say(await bringBackMonth(database, month, resolve(folder)), 'are back.')
    const months = await monthsBeyond(database, Number(keep))
    for (const old of months) say(await archiveMonth(database, old, resolve(folder)), 'written and removed.')
    if (months.length === 0) console.log('There is nothing older.')
  } finally {
    await database.end()
  }
}

runCommand(main)
