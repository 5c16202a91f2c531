import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
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
  close(): Promise<void>
}

/**
 * Starts it. The switch asks the app, as one does whose agent is added later; with `way`, an address at which the agent reaches the
 * app, it asks the agent alone.
 */
export async function openAttendedOffice(way?: string): Promise<AttendedOffice> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-'))
  const agents: Agent[] = []
  const office = await openOffice(async (account, eventsPort) => {
    const environment = await agentEnvironment({ account, app: way ?? TEST_APP.url, folder, eventsPort })
    const agent = await startAgent(settingsOf(environment))
    agents.push(agent)
    if (!way) return TEST_APP.url
    const asked = `http://127.0.0.1:${agent.port}`
    await vi.waitUntil(
      async () => ((await (await fetch(`${asked}/health`)).json()) as { app: boolean }).app,
      { timeout: 60_000, interval: 100 },
    )
    return asked
  })
  const [agent] = agents
  if (!agent) throw new Error('The agent was not started.')
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
