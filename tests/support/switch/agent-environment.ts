import { freePort } from '@/local/free-port'
import type { Settings } from '@/switch/settings'

/** Environment variables of an agent that stands beside a switch and answers on a free port. */
export async function agentEnvironment(agent: {
  account: { name: string; secret: string }
  /** Where it reaches the app. */
  app: string
  /** Where it keeps its data. */
  folder: string
  /** The port of the switch's event socket. */
  eventsPort: number
}): Promise<Record<keyof Settings, string>> {
  return {
    SWITCH_APP_URL: agent.app,
    SWITCH_NAME: agent.account.name,
    SWITCH_SECRET: agent.account.secret,
    SWITCH_PORT: String(await freePort()),
    SWITCH_DATA_DIR: agent.folder,
    SWITCH_EVENTS_PORT: String(agent.eventsPort),
    SWITCH_EVENTS_PASSWORD: 'ClueCon',
  }
}
