import type { SupabaseClient } from '@supabase/supabase-js'
import { Unusable } from '../api/failure'
import { inspectCallRecording } from '../cdr/store-recording'
import { MEDIA_TYPES, VOICEMAIL_BUCKET } from '../recordings/object-path'
import type { Database } from '../supabase/database.types'
import { storeObject } from '../supabase/store-object'
import type { Admitted } from '../switch/admission'
import type { MessageAudio } from '../switch/agent/agent-event'
import { versionOf } from '../switch/agent/route'

/**
 * Stores a voicemail message's audio from the switch, judged by its content, or the reason why there is none; false if the message
 * is gone, of a tenant that the switch does not serve, or has its audio already. Throws if Storage or the database fails: the switch is
 * asked again.
 */
export async function storeAudio(
  admin: SupabaseClient<Database>,
  admitted: Admitted,
  { message, sound, problem }: MessageAudio,
): Promise<boolean> {
  const switchId = admitted.switch.id
  const named = { switch: switchId, message }
  const without = async (reason: string) =>
    (await admin.rpc('store_voicemail_audio', { ...named, problem: reason }).throwOnError()).data
  if (sound === null) return without(problem || 'The switch has no audio for it.')
  const { data: known } = await admin
    .from('voicemail_messages')
    .select('tenant_id, path')
    .match({ id: message, switch_id: switchId })
    .maybeSingle()
    .throwOnError()
  // Checked before the upload, which would otherwise overwrite the stored file.
  if (!known || known.path !== null) return false
  if (!Object.hasOwn(await versionOf(admin, admitted, known.tenant_id), known.tenant_id)) return false
  const bytes = Buffer.from(sound, 'base64')
  try {
    const { format, durationMs, peaks } = await inspectCallRecording(bytes)
    if (format !== 'wav') return await without('The audio is not a WAV file.')
    const path = `${known.tenant_id}/${message}.wav`
    await storeObject(admin, VOICEMAIL_BUCKET, path, bytes, MEDIA_TYPES.wav)
    const audio = { object_path: path, duration_ms: durationMs, size_bytes: bytes.length, peaks }
    return (await admin.rpc('store_voicemail_audio', { ...named, ...audio }).throwOnError()).data
  } catch (error) {
    if (error instanceof Unusable) return without(error.message)
    throw error
  }
}
