// Fills the database with companies for measurements: npm run seed:large -- --companies N [--opportunities M]
// [--database-url URL]. Without a URL it is the embedded backend's on LOCAL_DATA_DIR, started if it does not run.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startBackend } from '../local/backend.ts'
import { runningBackend } from '../local/data-dir.ts'
import { BackendError, oneLine } from '../local/errors.ts'
import { loadLargeSeed } from './lib/large-seed.ts'
import { loadEnvFiles, readSettings, StartError } from './lib/settings.ts'

const root = join(import.meta.dirname, '..')

/** A count given on the command line. Throws StartError. */
function countOf(name: string, value: string, most: number): number {
  const count = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN
  if (!(count >= 1 && count <= most)) {
    throw new StartError(`--${name} is "${value}". Give a whole number from 1 to ${most}.`)
  }
  return count
}

function readArguments(): { companies: number; opportunities: number; url: string | undefined } {
  const { values } = parseArgs({
    options: {
      companies: { type: 'string', default: '50000' },
      opportunities: { type: 'string' },
      'database-url': { type: 'string' },
    },
  })
  const companies = countOf('companies', values.companies, 500_000)
  const opportunities =
    values.opportunities === undefined
      ? Math.floor(companies / 5)
      : countOf('opportunities', values.opportunities, 500_000)
  return { companies, opportunities, url: values['database-url'] }
}

/** The URL of the database to fill, and a function that stops the backend if it was started for this. */
async function findDatabase(given: string | undefined): Promise<{ url: string; stop(): Promise<void> }> {
  const nothing = async () => undefined
  if (given) return { url: given, stop: nothing }
  loadEnvFiles(root)
  const dataDir = resolve(root, process.env.LOCAL_DATA_DIR?.trim() || '.local')
  const running = runningBackend(dataDir)
  if (running?.databaseUrl) return { url: running.databaseUrl, stop: nothing }
  const { backend, siteUrl } = readSettings(process.env, root)
  if (backend.kind !== 'embedded') {
    throw new StartError(
      'NEXT_PUBLIC_SUPABASE_URL names another backend: give its database with --database-url.',
    )
  }
  const started = await startBackend({
    dataDir,
    port: backend.port,
    siteUrl,
    log: (line) => console.log(line),
  })
  return { url: started.databaseUrl, stop: started.stop }
}

try {
  const { companies, opportunities, url } = readArguments()
  const database = await findDatabase(url)
  try {
    const begun = performance.now()
    const added = await loadLargeSeed(database.url, { companies, opportunities })
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(
      `${Object.entries(added)
        .map(([table, rows]) => `${rows} ${table}`)
        .join(', ')} added in ${seconds} s`,
    )
  } finally {
    await database.stop()
  }
} catch (error) {
  const expected = error instanceof StartError || error instanceof BackendError
  console.error(expected ? error.message : `The load failed: ${oneLine(error)}`)
  process.exitCode = 1
}
