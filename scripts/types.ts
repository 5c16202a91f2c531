// Writes lib/supabase/database.types.ts from the migrations: applies them to a throw-away database and lets the
// Supabase CLI describe it. With --check it only compares, and fails when the file is out of date.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startBackend } from '../local/backend.ts'
import { freePort } from '../local/free-port.ts'

const root = resolve(import.meta.dirname, '..')
const target = join(root, 'lib/supabase/database.types.ts')
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
    const raw = execFileSync(
      join(bin, 'supabase'),
      ['gen', 'types', 'typescript', `--remote=${backend.databaseUrl}`, '--schema', 'public'],
      // A local database has no TLS; saying so keeps the CLI's warning about it out of the types.
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, PGSSLMODE: 'disable' },
      },
    )
    const types = execFileSync(join(bin, 'biome'), ['format', `--stdin-file-path=${target}`], {
      input: raw,
      cwd: root,
      encoding: 'utf8',
    })
    if (!check) {
      writeFileSync(target, types)
      console.log('Wrote lib/supabase/database.types.ts')
    } else if (readFileSync(target, 'utf8') === types) {
      console.log('lib/supabase/database.types.ts matches the migrations')
    } else {
      console.error('lib/supabase/database.types.ts is out of date: run `npm run types` and commit it')
      process.exitCode = 1
    }
  } finally {
    await backend.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
