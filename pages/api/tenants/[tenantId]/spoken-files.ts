import { z } from 'zod'
import { ApiFailure, Unusable } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { MAX_FILE_BYTES } from '@/lib/recordings/audio'
import { registerAudio, requireAudioPermission } from '@/lib/recordings/store-audio'
import { serverVoice } from '@/lib/speech/voice'
import { requireAdminClient } from '@/lib/supabase/admin-client'
import { RECORDINGS } from '@/lib/supabase/constraints'

export const config = { api: { bodyParser: false } }

const route = z.object({ tenantId: z.guid() })
const body = z.strictObject({ text: z.string().trim().min(1).max(RECORDINGS.spoken_text.maxLength) })

/**
 * POST /api/tenants/{tenantId}/spoken-files: synthesizes speech in the tenant's language, and stores the audio so that a recording
 * may use it. Answers `{fileId, format, durationMs}`; 503 if the server has no voice, 422 if the text yields no audio, or more than a
 * recording may hold.
 */
export default apiHandler(
  {
    methods: ['POST'],
    section: 'telephony',
    action: 'view',
    query: route,
    body,
    limit: { of: 'spoken texts by', times: 30, withinSeconds: 60 },
  },
  async ({ query: { tenantId }, body: { text }, supabase }) => {
    await requireAudioPermission(supabase)
    const { data: found } = await supabase.from('tenants').select('id').eq('id', tenantId).throwOnError()
    if (found.length === 0) throw new ApiFailure(404, 'Tenant not found.')
    const admin = requireAdminClient('Recordings cannot be stored')
    const voice = await serverVoice()
    if (!voice) {
      throw new ApiFailure(
        503,
        'This server has no voice. Install espeak-ng on it (apt-get install espeak-ng).',
      )
    }
    const { data: settings } = await supabase
      .from('tenant_settings')
      .select('language')
      .eq('id', tenantId)
      .maybeSingle()
      .throwOnError()
    const sound = await voice.speak(text, settings?.language ?? 'en-US')
    if (sound.length > MAX_FILE_BYTES) throw new Unusable('This takes too long to say. Shorten the text.')
    const { fileId, format, durationMs } = await registerAudio(admin, tenantId, sound)
    return { fileId, format, durationMs }
  },
)
