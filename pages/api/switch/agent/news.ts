import { createHash } from 'node:crypto'
import { type AgentUpdate, updateRequest } from '@/lib/switch/agent/protocol'
import { agentRoute } from '@/lib/switch/agent/route'

export const config = { api: { bodyParser: false } }

/**
 * POST /api/switch/agent/news: versions of all tenants the switch serves, unless its agent is up to date, and pending commands for
 * phones, each once, and for messages, and the versions of the gateways.
 */
export default agentRoute(
  { body: updateRequest, admits: 'take_switch_commands' },
  async ({ admitted, body }): Promise<AgentUpdate> => {
    const { switch: asking, versions, commands = [], voicemail = [], gateways } = admitted
    const tag = createHash('sha256')
      .update(JSON.stringify([asking, Object.entries(versions).sort()]))
      .digest('hex')
    return {
      switch: asking,
      tag,
      versions: body.known === tag ? null : versions,
      commands,
      voicemail,
      gateways,
    }
  },
)
