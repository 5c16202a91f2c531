import { createHash } from 'node:crypto'
import { type News, newsQuestion } from '@/lib/switch/agent/contract'
import { agentRoute } from '@/lib/switch/agent/route'

export const config = { api: { bodyParser: false } }

/**
 * POST /api/switch/agent/news: the versions of all tenants that a switch serves, unless its agent has the same, and what there is to
 * do with phones, each told once, and with messages.
 */
export default agentRoute(
  { body: newsQuestion, admits: 'switch_news' },
  async ({ admitted, body }): Promise<News> => {
    const { switch: asking, versions, commands = [], voicemail = [] } = admitted
    const tag = createHash('sha256')
      .update(JSON.stringify([asking, Object.entries(versions).sort()]))
      .digest('hex')
    return { switch: asking, tag, versions: body.known === tag ? null : versions, commands, voicemail }
  },
)
