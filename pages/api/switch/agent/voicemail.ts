import { messageSound } from '@/lib/switch/agent/contract'
import { agentRoute } from '@/lib/switch/agent/route'
import { keepSound } from '@/lib/voicemail/keep-sound'

export const config = { api: { bodyParser: false } }

/** POST /api/switch/agent/voicemail: the sound of a message that the agent was asked for, or why there is none. Sent again, it counts once. */
export default agentRoute(
  { body: messageSound, maxBytes: 90 * 1024 * 1024 },
  async ({ admitted, body, supabase }) => ({
    kept: await keepSound(supabase, admitted.switch.id, body),
  }),
)
