import type { TestProject } from 'vitest/node'
import serveTestApp from '../app.ts'
import { FREESWITCH } from './freeswitch.ts'

/** Global setup: serves the test app and provides its database to the factories. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!FREESWITCH) throw new Error('FREESWITCH must be the folder of an installed FreeSWITCH.')
  return serveTestApp(project)
}
