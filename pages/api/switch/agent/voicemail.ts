import { messageSound } from '@/lib/switch/agent/contract'
import { agentRoute } from '@/lib/switch/agent/route'
import { keepSound } from '@/lib/voicemail/keep-sound'

export const config = { api: { bodyParser: false } }

/** POST /api/switch/agent/voicemail: the audio of a requested message, or why there is none. Repeats count once. */
export default agentRoute(
  { body: messageSound, maxBytes: 90 * 1024 * 1024 },
  async ({ admitted, body, supabase }) => ({
    kept: await keepSound(supabase, admitted.switch.id, body),
  }),
)
