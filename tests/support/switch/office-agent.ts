import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@/local/free-port'
import { TEST_APP } from '@/scripts/lib/test-app'
import { type Agent, startAgent } from '@/switch/agent'
import { type Office, openOffice } from './office'

/** An office whose switch has an agent beside it, which keeps what it knows in `folder`. */
export interface AttendedOffice {
  office: Office
  agent: Agent
  folder: string
  close(): Promise<void>
}

export async function openAttendedOffice(): Promise<AttendedOffice> {
  const office = await openOffice()
  const folder = mkdtempSync(join(tmpdir(), 'agent-'))
  const agent = await startAgent({
    SWITCH_APP_URL: TEST_APP.url,
    SWITCH_NAME: office.account.name,
    SWITCH_SECRET: office.account.secret,
    SWITCH_PORT: await freePort(),
    SWITCH_DATA_DIR: folder,
    SWITCH_EVENTS_PORT: office.freeswitch.eventsPort,
    SWITCH_EVENTS_PASSWORD: 'ClueCon',
  })
  return {
    office,
    agent,
    folder,
    async close() {
      await agent.stop()
      await office.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
