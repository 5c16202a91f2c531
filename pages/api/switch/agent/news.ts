import { createHash } from 'node:crypto'
import { type AgentUpdate, updateRequest } from '@/lib/switch/agent/agent-update'
import { type AdmittedAgent, agentRoute } from '@/lib/switch/agent/route'
import { switchNews } from '@/lib/switch/agent/switch-news'

export const config = { api: { bodyParser: false } }

/**
 * POST /api/switch/agent/news: versions of the tenants the switch serves and of the gateways, and the rows that all tenants share, unless
 * its agent is up to date, and pending commands for phones, each once, and for messages. A request that waits is answered once there is any of this.
 */
export default agentRoute(
  { body: updateRequest },
  async ({ takeNews, begun, closed, body: { known, wait }, supabase }): Promise<AgentUpdate> => {
    const news = switchNews(supabase)
    const [tag, at] = known?.split(' ') ?? []
    const knownAt = Number(at) || undefined
    const ask = async () => updateOf(await takeNews(knownAt), tag, knownAt, news.isPushed)
    let update = await ask()
    for (let since = begun; wait && !hasNews(update);) {
      if (!(await news.changed(since, closed))) break
      since = performance.now()
      update = await ask()
    }
    return update
  },
)

function updateOf(
  admitted: AdmittedAgent,
  known: string | undefined,
  knownAt: number | undefined,
  pushed: boolean,
): AgentUpdate {
  const {
    switch: asking,
    versions,
    versions_hash,
    at,
    commands = [],
    voicemail = [],
    gateways = {},
  } = admitted
  const { installation, renewed, phones_lost_at, shared, shared_version } = admitted
  const tag = createHash('sha256')
    .update(JSON.stringify([asking, versions_hash, Object.entries(gateways).sort()]))
    .digest('base64url')
  const isKnown = known === tag
  return {
    switch: asking,
    installation,
    renewed,
    phones_lost_at,
    tag,
    at,
    versions: isKnown ? null : versions,
    ...(knownAt !== undefined && { changed_only: true }),
    versions_hash,
    ...(!isKnown && shared && shared_version && { shared: { version: shared_version, rows: shared } }),
    commands,
    voicemail,
    gateways,
    pushed,
  }
}

const hasNews = ({ versions, commands, voicemail }: AgentUpdate) =>
  versions !== null || commands.length > 0 || voicemail.length > 0
