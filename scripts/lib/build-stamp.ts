import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['pages', 'components', 'hooks', 'lib', 'styles', 'public']

/** Files that a build depends on besides the folders. Without tsconfig.json, which the build may rewrite. */
const FILES = [
  'next.config.ts',
  'tailwind.config.ts',
  'postcss.config.mjs',
  'sentry.client.config.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'middleware.ts',
  'scripts/lib/compile-hints.ts',
  'package.json',
  'package-lock.json',
]

/** A hash of everything a build depends on: sources, settings, and public values. */
export function sourceHash(root: string, env: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256')
  const add = (name: string, content: string | Buffer) =>
    hash.update(`${name}\0${content.length}\0`).update(content)
  for (const folder of FOLDERS) {
    const path = join(root, folder)
    if (!existsSync(path)) continue
    const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    for (const file of entries.map((entry) => join(entry.parentPath, entry.name)).sort()) {
      add(file.slice(root.length), readFileSync(file))
    }
  }
  for (const file of FILES) if (existsSync(join(root, file))) add(file, readFileSync(join(root, file)))
  // Built in, for /api/ready.
  add('newest migration', newestMigration(root))
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith('NEXT_PUBLIC_') && env[name]) add(name, env[name])
  }
  return hash.digest('hex')
}

/**
 * The build's name, under which some of its scripts have their addresses. The same wherever it is made, so that a server has the scripts
 * for another's pages. Without "ad" in it, which blockers of advertisements look for.
 */
export function buildId(root: string, env: NodeJS.ProcessEnv): string {
  return sourceHash(root, env).slice(0, 20).replaceAll('ad', 'a-')
}

/** The version of the newest migration: the number at the start of its file name. Empty if there is none. */
export function newestMigration(root: string): string {
  const folder = join(root, 'supabase/migrations')
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.sql')) : []
  return files.sort().at(-1)?.split('_')[0] ?? ''
}

/** Whether the directory holds a complete build of exactly these sources. */
export function isBuilt(distDir: string, hash: string): boolean {
  const stamp = stampFile(distDir)
  return (
    existsSync(stamp) && existsSync(join(distDir, 'BUILD_ID')) && readFileSync(stamp, 'utf8').trim() === hash
  )
}

/** Forgets a build before another is made in its place. */
export function clearStamp(distDir: string): void {
  rmSync(stampFile(distDir), { force: true })
}

/** Marks a build as complete. `hash` is that of the sources before the build, so that an edit during it counts. */
export function writeStamp(distDir: string, hash: string): void {
  writeFileSync(stampFile(distDir), `${hash}\n`)
}

function stampFile(distDir: string): string {
  return join(distDir, 'source-hash')
}
