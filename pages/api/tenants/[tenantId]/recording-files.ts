import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { NoAudio } from '@/lib/recordings/audio'
import { inspectUpload } from '@/lib/recordings/inspect-upload'
import { isObjectPath, RECORDINGS_BUCKET } from '@/lib/recordings/object-path'
import { adminClient } from '@/lib/supabase/admin-client'

export const config = { api: { bodyParser: false } }

const tenant = z.object({ tenantId: z.uuid() })
const uploaded = z.strictObject({ path: z.string().max(100) })

/**
 * POST /api/tenants/{tenantId}/recording-files: looks into a file that the caller has uploaded to Storage and notes what
 * it holds, so that a recording may use it. Answers `{fileId, format, durationMs}`. A file that is neither WAV nor MP3,
 * judged by its content, is removed and answered with 422.
 */
export default apiHandler(
  { methods: ['POST'], section: 'telephony', action: 'view', query: tenant, body: uploaded, maxBytes: 1024 },
  async ({ query: { tenantId }, body: { path }, supabase }) => {
    const rights = await Promise.all(
      ['create', 'edit'].map((action) => supabase.rpc('has_permission', { section: 'telephony', action })),
    )
    if (!rights.some(({ data }) => data)) throw new ApiFailure(403, 'You may not do this.')
    if (!isObjectPath(path, tenantId)) throw new ApiFailure(400, 'This is no file of the tenant.')
    const admin = adminClient()
    if (!admin) throw new ApiFailure(503, 'Recordings need the server’s own key, which is not configured.')

    // With the caller's rights: what the caller may not see is not looked into.
    const { data: file } = await supabase.storage.from(RECORDINGS_BUCKET).download(path)
    if (!file) throw new ApiFailure(404, 'There is no such file. Upload it again.')
    const bytes = await file.bytes()
    const bucket = admin.storage.from(RECORDINGS_BUCKET)
    const audio = await inspectUpload(bytes).catch(async (error: unknown) => {
      await bucket.remove([path])
      throw error instanceof NoAudio ? new ApiFailure(422, error.message) : error
    })

    const { data: fileId, error } = await admin.rpc('admit_recording_file', {
      tenant: tenantId,
      object_path: path,
      format: audio.format,
      duration_ms: audio.durationMs,
      size_bytes: bytes.length,
      peaks: audio.peaks,
    })
    if (error) throw error
    return { fileId, format: audio.format, durationMs: audio.durationMs }
  },
)
