import type { TestProject } from 'vitest/node'
import serveTestApp from '../app.ts'
import { FREESWITCH } from './freeswitch.ts'

/** Global setup: with a FreeSWITCH, serves the test app and provides its database to the factories. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (FREESWITCH) return serveTestApp(project)
  console.log('FREESWITCH names no folder: the tests on a real switch are skipped.')
  return undefined
}
