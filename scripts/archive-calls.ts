import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { runningBackend } from '../local/data-dir.ts'
import { oneLine } from '../local/errors.ts'
import { ArchiveError } from './lib/call-archive-io.ts'
import { archiveMonths, bringBackMonth, monthsBeyond, type MovedMonth } from './lib/call-archive.ts'
import { connectSafely } from './lib/database-connection.ts'
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

function say({ month, calls, legs }: MovedMonth, done: string): void {
  console.log(`${month}: ${calls.toLocaleString('en')} calls and ${legs.toLocaleString('en')} legs ${done}`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { keep: { type: 'string' }, 'bring-back': { type: 'string' }, folder: { type: 'string' } },
  })
  const { keep, 'bring-back': month, folder } = values
  if (!folder || (keep === undefined) === (month === undefined)) throw new ArchiveError(USAGE)
  const database = await connectSafely(databaseUrl())
  try {
    if (month === undefined) await archive(database, Number(keep), resolve(folder))
    else await bringBack(database, month, resolve(folder))
  } finally {
    await database.end()
  }
}

async function archive(database: pg.Client, keep: number, folder: string): Promise<void> {
  const months = await monthsBeyond(database, keep)
  if (months.length === 0) console.log('There is nothing older.')
  await archiveMonths(database, months, folder, {
    moved: (month) => say(month, 'written and removed.'),
    failed: (month, error) => {
      console.error(`${month}: ${oneLine(error)}`)
      process.exitCode = 1
    },
  })
}

async function bringBack(database: pg.Client, month: string, folder: string): Promise<void> {
  const { elsewhere, ...moved } = await bringBackMonth(database, month, folder)
  say(moved, 'are back.')
  if (elsewhere > 0)
    console.log(
      `${elsewhere.toLocaleString('en')} more calls of this month are in files that are not in ${folder}.`,
    )
}

runCommand(main)
