import type { SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure, Unusable } from '../api/failure'
import type { Database } from '../supabase/database.types'
import { FORBIDDEN } from '../supabase/refusal'
import { storeObject } from '../supabase/store-object'
import type { Audio } from './audio'
import { inspectUpload } from './inspect-upload'
import { MEDIA_TYPES, newObjectPath, RECORDINGS_BUCKET } from './object-path'

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
  const audio = await inspectUpload(bytes)
  if (audio.format !== 'wav') throw new Unusable('Send a WAV file.')
  const path = newObjectPath(tenant, audio.format)
  await storeObject(admin, RECORDINGS_BUCKET, path, bytes, MEDIA_TYPES.wav)
  return { path, ...(await registerFile(admin, tenant, path, bytes.length, audio)) }
}

/** Stores the properties of a file in Storage, by whose `fileId` a recording of the tenant can use it. */
export async function registerFile(
  admin: SupabaseClient<Database>,
  tenant: string,
  path: string,
  size: number,
  { format, durationMs, peaks }: Audio,
) {
  const file = { tenant, object_path: path, format, duration_ms: durationMs, size_bytes: size, peaks }
  const { data: fileId } = await admin.rpc('register_recording_file', file).throwOnError()
  return { fileId, format, durationMs }
}
