import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { openFailure } from '../supabase/storage-failure'
import type { CALL_RECORDINGS_BUCKET, FAXES_BUCKET, RECORDINGS_BUCKET, VOICEMAIL_BUCKET } from './object-path'

export interface StoredFile {
  bucket:
    | typeof RECORDINGS_BUCKET
    | typeof CALL_RECORDINGS_BUCKET
    | typeof VOICEMAIL_BUCKET
    | typeof FAXES_BUCKET
  path: string
  /** The recorded call, whose playback is audited. */
  call?: { id: string; tenantId: string }
  /** The message in a mailbox, likewise. */
  message?: { id: string; tenantId: string }
  /** The fax, likewise. */
  fax?: { id: string; tenantId: string }
}

/**
 * The URL of a stored file, created with the user's rights and valid for so many seconds; for a call, a message or a fax only once that it
 * is opened is audited. Throws Refusal if the file is missing.
 */
export async function openStoredFile(
  supabase: Supabase,
  file: StoredFile,
  lifetimeSeconds: number,
): Promise<string> {
  await traceOpening(supabase, file)
  const { data, error } = await supabase.storage.from(file.bucket).createSignedUrl(file.path, lifetimeSeconds)
  if (error) throw openFailure(error)
  return data.signedUrl
}

async function traceOpening(supabase: Supabase, { call, message, fax }: StoredFile): Promise<void> {
  if (call) dataOf(await supabase.rpc('audit_recording_playback', { call: call.id, tenant: call.tenantId }))
  if (message) dataOf(await supabase.rpc('open_voicemail', { message: message.id, tenant: message.tenantId }))
  if (fax) dataOf(await supabase.rpc('open_fax', { fax: fax.id, tenant: fax.tenantId }))
}
