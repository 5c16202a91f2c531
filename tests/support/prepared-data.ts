import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBackend } from '../../local/backend.ts'
import { freePort } from '../../local/free-port.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data directory without migrations, for tests to start from a copy of: making one takes longer than most tests. */
    preparedData: string
  }
}

/** Global setup: provides `preparedData` and removes it after the run. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'prepared-data-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // When started by root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  const [dataDir, supabaseDir] = [join(folder, 'data'), join(folder, 'supabase')]
  mkdirSync(join(supabaseDir, 'migrations'), { recursive: true })
  try {
    const backend = await startBackend({
      dataDir,
      supabaseDir,
      port: await freePort(),
      siteUrl: 'http://localhost',
    })
    await backend.stop()
  } catch (error) {
    remove()
    throw error
  }
  project.provide('preparedData', dataDir)
  return remove
}
