import { z } from 'zod'
import type { Gateways } from '@/lib/switch/agent/agent-update'
import { agentRoute } from '@/lib/switch/agent/route'
import { storeOf } from '@/lib/switch/post'

export const config = { api: { bodyParser: false } }

/** POST /api/switch/agent/gateways: all gateways, with the passwords for registering with carriers. */
export default agentRoute({ body: z.strictObject({}) }, (): Promise<Gateways> => storeOf().gateways())
