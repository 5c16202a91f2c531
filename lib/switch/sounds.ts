import type { SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure } from '../api/failure'
import { RECORDINGS_BUCKET } from '../recordings/object-path'
import { registerAudio } from '../recordings/store-audio'
import { wavOfMp3 } from '../recordings/wav-of-mp3'
import type { Database } from '../supabase/database.types'
import { signedText, type Sound } from './sound-url'

/** The requester: a switch's name and signature. */
interface Signed {
  name: string
  signature: string
}

async function isSigned(
  supabase: SupabaseClient<Database>,
  { name, signature }: Signed,
  tenant: string,
  sound: Sound,
): Promise<boolean> {
  const { data } = await supabase
    .rpc('verify_switch_signature', { switch_name: name, tenant, message: signedText(sound), signature })
    .throwOnError()
  return data === true
}

/** A recording's file in Storage. Its name may end differently: users name files, and only their content says what they are. */
type StoredFile = Pick<Database['public']['Tables']['recordings']['Row'], 'path' | 'format'>

/** A recording's file; undefined if there is none for this switch. */
export async function heardFile(
  supabase: SupabaseClient<Database>,
  signed: Signed,
  sound: Extract<Sound, { does: 'hear' }>,
): Promise<StoredFile | undefined> {
  const { data: recording } = await supabase
    .from('recordings')
    .select('tenant_id, path, format')
    .eq('file_id', sound.fileId)
    .maybeSingle()
    .throwOnError()
  return recording && (await isSigned(supabase, signed, recording.tenant_id, sound)) ? recording : undefined
}

/** A recording's file as WAV, read with the service key: FreeSWITCH plays MP3 only with mod_shout. Throws if Storage fails. */
export async function wavOf(
  supabase: SupabaseClient<Database>,
  { path, format }: StoredFile,
): Promise<Uint8Array> {
  const { data, error } = await supabase.storage.from(RECORDINGS_BUCKET).download(path)
  if (error) throw error
  const bytes = await data.bytes()
  return format === 'mp3' ? wavOfMp3(bytes) : bytes
}

/**
 * Stores what an extension recorded by phone as a recording of its tenant, and as its mailbox greeting if it is one; returns its
 * id. Throws ApiFailure 404 for an invalid or expired signature or an extension out of service, and Unusable if it is not WAV.
 */
export async function storeGreeting(
  supabase: SupabaseClient<Database>,
  signed: Signed,
  sound: Extract<Sound, { does: 'record' }>,
  body: () => Promise<Buffer>,
): Promise<string> {
  const { tenantId: tenant, extensionId: dialer } = sound
  const refused = () => new ApiFailure(404, 'Extension not found.')
  if (sound.until * 1000 < Date.now() || !(await isSigned(supabase, signed, tenant, sound))) throw refused()
  const bytes = await body()
  const { fileId: file, path } = await registerAudio(supabase, tenant, bytes)
  const stored = await supabase
    .rpc('store_dialed_recording', { tenant, dialer, file, greeting: sound.greeting })
    .throwOnError()
  if (!stored.data) {
    await supabase.storage.from(RECORDINGS_BUCKET).remove([path])
    throw refused()
  }
  return stored.data
}
