// Writes database.types.ts, constraints.ts, role-permissions.ts, address-states.ts, kept-days.ts, phone-rules.ts and record-tables.ts in
// lib/supabase from the migrations: applies them to a throw-away database, describes it as `supabase gen types` does and reads its checks.
// With --check it only compares, and fails when a file is out of date.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import pg from 'pg'
import { startBackend } from '../local/backend.ts'
import { freePort } from '../local/free-port.ts'
import {
  ADDRESS_FIGURES,
  constraintsFile,
  FIGURES,
  KEPT_FIGURES,
  PHONE_FIGURES,
  readConstraints,
  readFigures,
  TABLE_FIGURES,
} from './lib/constraints.ts'

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
  const database = new pg.Pool({ connectionString: backend.databaseUrl })
  // A connection may still be closing when the database ends.
  database.on('error', () => undefined)
  try {
    settle('lib/supabase/database.types.ts', await describedTypes(database))
    const constraints = await readConstraints(database)
    const figures = await readFigures(database, FIGURES, constraints)
    // Every page loads the names of the permissions, and few the rest.
    const { role_permissions = {}, ...others } = constraints
    settle('lib/supabase/constraints.ts', constraintsFile(others, figures))
    settle('lib/supabase/role-permissions.ts', constraintsFile({ role_permissions }, {}))
    for (const [file, asked] of [
      ['address-states', ADDRESS_FIGURES],
      ['kept-days', KEPT_FIGURES],
      ['phone-rules', PHONE_FIGURES],
      ['record-tables', TABLE_FIGURES],
    ] as const) {
      settle(`lib/supabase/${file}.ts`, constraintsFile({}, await readFigures(database, asked, constraints)))
    }
  } finally {
    await database.end()
    await backend.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function describedTypes(database: pg.Pool): Promise<string> {
  const metadata = await introspect(database, { includedSchemas: ['public'] })
  return generateTypescript(sortGeneratorMetadata(metadata), {
    detectOneToOneRelationships: true,
    // settle() formats it as the rest of the project.
    format: async (code) => code,
  })
}

/** Writes a file of the project, formatted, or compares it. */
function settle(file: string, raw: string): void {
  const target = join(root, file)
  const text = execFileSync(join(bin, 'oxfmt'), [`--stdin-filepath=${target}`], {
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
