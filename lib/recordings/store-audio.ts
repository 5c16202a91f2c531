import type { SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure, Unusable } from '../api/failure'
import type { Database } from '../supabase/database.types'
import { FORBIDDEN } from '../supabase/refusal'
import { inspectUpload } from './inspect-upload'
import { newObjectPath, RECORDINGS_BUCKET } from './object-path'

/** Throws ApiFailure 403 unless the caller may create or edit recordings. */
export async function requireAudioPermission(supabase: SupabaseClient<Database>): Promise<void> {
  const rights = await Promise.all(
    ['create', 'edit'].map((action) =>
      supabase.rpc('has_permission', { section: 'telephony', action }).throwOnError(),
    ),
  )
  if (!rights.some(({ data }) => data)) throw new ApiFailure(403, FORBIDDEN)
}

/**
 * Stores audio that the server produced or received itself, with the service key, so that a recording of the tenant can use it by
 * `fileId`. Throws Unusable if it is not WAV.
 */
export async function registerAudio(admin: SupabaseClient<Database>, tenant: string, bytes: Buffer) {
  const { format, durationMs, peaks } = await inspectUpload(bytes)
  if (format !== 'wav') throw new Unusable('Send a WAV file.')
  const path = newObjectPath(tenant, 'audio/wav')
  const { error } = await admin.storage
    .from(RECORDINGS_BUCKET)
    .upload(path, bytes, { contentType: 'audio/wav' })
  if (error) throw error
  const { data: fileId } = await admin
    .rpc('register_recording_file', {
      tenant,
      object_path: path,
      format,
      duration_ms: durationMs,
      size_bytes: bytes.length,
      peaks,
    })
    .throwOnError()
  return { fileId, path, format, durationMs }
}
