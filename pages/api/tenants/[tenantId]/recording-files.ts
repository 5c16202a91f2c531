import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { inspectUpload } from '@/lib/recordings/inspect-upload'
import { isObjectPath, RECORDINGS_BUCKET } from '@/lib/recordings/object-path'
import { registerFile, requireAudioPermission } from '@/lib/recordings/store-audio'
import { requireAdminClient } from '@/lib/supabase/admin-client'

export const config = { api: { bodyParser: false } }

const route = z.object({ tenantId: z.guid() })
const body = z.strictObject({ path: z.string().max(100) })

/**
 * POST /api/tenants/{tenantId}/recording-files: inspects a file the caller uploaded to Storage and stores its properties, so that
 * a recording may use it. Answers `{fileId, format, durationMs}`. A file that is not WAV or MP3, judged by content, is deleted
 * and answered with 422.
 */
export default apiHandler(
  { methods: ['POST'], section: 'telephony', action: 'view', query: route, body, maxBytes: 1024 },
  async ({ query: { tenantId }, body: { path }, supabase }) => {
    await requireAudioPermission(supabase)
    if (!isObjectPath(path, tenantId)) throw new ApiFailure(400, 'This file does not belong to the tenant.')
    const admin = requireAdminClient('Recordings cannot be stored')

    // Uses the caller's rights: a file the caller may not see is not inspected.
    const { data: file } = await supabase.storage.from(RECORDINGS_BUCKET).download(path)
    if (!file) throw new ApiFailure(404, 'File not found. Upload it again.')
    const bytes = await file.bytes()
    const bucket = admin.storage.from(RECORDINGS_BUCKET)
    const audio = await inspectUpload(bytes).catch(async (error: unknown) => {
      await bucket.remove([path])
      throw error
    })

    return registerFile(admin, tenantId, path, bytes.length, audio)
  },
)
