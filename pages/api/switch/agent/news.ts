import { createHash } from 'node:crypto'
import { type AgentUpdate, updateRequest } from '@/lib/switch/agent/protocol'
import { type AdmittedAgent, agentRoute } from '@/lib/switch/agent/route'
import { switchNews } from '@/lib/switch/agent/switch-news'

export const config = { api: { bodyParser: false } }

/**
 * POST /api/switch/agent/news: versions of all tenants the switch serves and of the gateways, and the rows that all tenants share, unless
 * its agent is up to date, and pending commands for phones, each once, and for messages. A request that waits is answered once there is any of this.
 */
export default agentRoute(
  { body: updateRequest, admits: 'take_switch_commands' },
  async ({ admitted, admitAgain, begun, closed, body: { known, wait }, supabase }): Promise<AgentUpdate> => {
    const news = switchNews(supabase)
    let update = updateOf(admitted, known, news.isPushed)
    for (let since = begun; wait && !hasNews(update);) {
      if (!(await news.changed(since, closed))) break
      since = performance.now()
      update = updateOf(await admitAgain(), known, news.isPushed)
    }
    return update
  },
)

function updateOf(admitted: AdmittedAgent, known: string | null, pushed: boolean): AgentUpdate {
  const { switch: asking, versions, commands = [], voicemail = [], gateways = {} } = admitted
  const { installation, renewed, shared, shared_version } = admitted
  const tag = createHash('sha256')
    .update(JSON.stringify([asking, Object.entries(versions).sort(), Object.entries(gateways).sort()]))
    .digest('hex')
  const isKnown = known === tag
  return {
    switch: asking,
    installation,
    renewed,
    tag,
    versions: isKnown ? null : versions,
    ...(!isKnown && shared && shared_version && { shared: { version: shared_version, rows: shared } }),
    commands,
    voicemail,
    gateways,
    pushed,
  }
}

const hasNews = ({ versions, commands, voicemail }: AgentUpdate) =>
  versions !== null || commands.length > 0 || voicemail.length > 0
