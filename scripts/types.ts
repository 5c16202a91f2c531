// Writes lib/supabase/database.types.ts and lib/supabase/constraints.ts from the migrations: applies them to a throw-away
// database, lets the Supabase CLI describe it and reads its checks. With --check it only compares, and fails when a file
// is out of date.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startBackend } from '../local/backend.ts'
import { freePort } from '../local/free-port.ts'
import { constraintsFile, readConstraints, readFigures } from './lib/constraints.ts'

const root = resolve(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')
const check = process.argv.includes('--check')

const dataDir = mkdtempSync(join(tmpdir(), 'voice-types-'))
// PostgreSQL, which does not run as root, has to reach its folder.
chmodSync(dataDir, 0o755)
try {
  const backend = await startBackend({
    dataDir,
    port: await freePort(),
    siteUrl: 'http://127.0.0.1',
    seed: false,
  })
  try {
    settle('lib/supabase/database.types.ts', describedTypes(backend.databaseUrl))
    settle('lib/supabase/constraints.ts', await describedConstraints(backend.databaseUrl))
  } finally {
    await backend.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

function describedTypes(databaseUrl: string): string {
  return execFileSync(
    join(bin, 'supabase'),
    ['gen', 'types', 'typescript', `--remote=${databaseUrl}`, '--schema', 'public'],
    // A local database has no TLS; saying so keeps the CLI's warning about it out of the types.
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PGSSLMODE: 'disable' },
    },
  )
}

async function describedConstraints(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const constraints = await readConstraints(client)
    return constraintsFile(constraints, await readFigures(client, constraints))
  } finally {
    await client.end()
  }
}

/** Writes a file of the project, formatted, or compares it. */
function settle(file: string, raw: string): void {
  const target = join(root, file)
  const text = execFileSync(join(bin, 'biome'), ['format', `--stdin-file-path=${target}`], {
    input: raw,
    cwd: root,
    encoding: 'utf8',
  })
  if (!check) {
    writeFileSync(target, text)
    console.log(`Wrote ${file}`)
  } else if (existsSync(target) && readFileSync(target, 'utf8') === text) {
    console.log(`${file} matches the migrations`)
  } else {
    console.error(`${file} is out of date: run \`npm run types\` and commit it`)
    process.exitCode = 1
  }
}
