import { messageAudio } from '@/lib/switch/agent/agent-event'
import { agentRoute } from '@/lib/switch/agent/route'
import { storeAudio } from '@/lib/voicemail/store-audio'

export const config = { api: { bodyParser: false } }

/** POST /api/switch/agent/voicemail: the audio of a requested message, or why there is none. Repeats count once. */
export default agentRoute(
  { body: messageAudio, maxBytes: 90 * 1024 * 1024 },
  async ({ admitted, body, supabase }) => ({
    kept: await storeAudio(supabase, admitted, body),
  }),
)
