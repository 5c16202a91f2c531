import type { TestProject } from 'vitest/node'
import { loadSecrets } from '../../../local/keys.ts'
import { TEST_APP, testBackend } from '../../../scripts/lib/test-app.ts'
import serveTestApp from '../app.ts'
import { FREESWITCH } from './freeswitch.ts'

/** Global setup: with a FreeSWITCH, serves the test app (unless it runs already) and provides its database to the factories. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!FREESWITCH) {
    console.log('FREESWITCH names no folder: the tests on a real switch are skipped.')
    return undefined
  }
  const stop = await serveTestApp()
  project.provide('supabase', { ...testBackend(), serviceKey: loadSecrets(TEST_APP.dataDir).serviceKey })
  return stop
}
