import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { type Agent, startAgent } from '@/switch/agent'
import { settingsOf } from '@/switch/settings'
import { agentEnvironment } from './agent-environment'
import { type Office, openOffice } from './test-pbx'

/** A test PBX with an agent, which keeps its data in `folder`. */
export interface AttendedOffice {
  office: Office
  agent: Agent
  folder: string
  /** What the agent's health address answers. */
  health(): Promise<{ app: boolean; switch: boolean; undelivered: number }>
}

/**
 * Starts it for the tests of a file. The switch asks the app, as one does whose agent is added later; with `way`, an address at which
 * the agent reaches the app, it asks the agent alone.
 */
export async function openAttendedOffice(
  way?: string,
  { prompts }: { prompts?: boolean } = {},
): Promise<AttendedOffice> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let agent!: Agent
  const health = async () => (await fetch(`http://127.0.0.1:${agent.port}/health`)).json()
  const office = await openOffice({
    prompts,
    async attend(account, eventsPort) {
      const environment = await agentEnvironment({ account, app: way ?? TEST_APP.url, folder, eventsPort })
      agent = await startAgent(settingsOf(environment))
      if (!way) return TEST_APP.url
      await vi.waitUntil(async () => (await health()).app, { timeout: 60_000, interval: 100 })
      return `http://127.0.0.1:${agent.port}`
    },
  })
  afterAll(() => agent.stop())
  return { office, agent, folder, health }
}
