import type { SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure } from '../api/failure'
import { admitSound } from '../recordings/admit-sound'
import { RECORDINGS_BUCKET } from '../recordings/object-path'
import type { Database } from '../supabase/database.types'
import { type Sound, saidOf } from './sound-address'

/** In bytes; the same as for uploaded recordings. */
export const LARGEST_GREETING = 10 * 1024 * 1024

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
    .rpc('switch_may', { switch_name: name, tenant, said: saidOf(sound), signature })
    .throwOnError()
  return data === true
}

/** A recording's file, read with the service key; undefined if there is none for this switch. Throws if Storage fails. */
export async function heardSound(
  supabase: SupabaseClient<Database>,
  signed: Signed,
  sound: Extract<Sound, { does: 'hear' }>,
): Promise<Buffer | undefined> {
  const { data: recording } = await supabase
    .from('recordings')
    .select('tenant_id, path')
    .eq('file_id', sound.fileId)
    .eq('format', sound.format)
    .maybeSingle()
    .throwOnError()
  if (!recording || !(await isSigned(supabase, signed, recording.tenant_id, sound))) return undefined
  const { data, error } = await supabase.storage.from(RECORDINGS_BUCKET).download(recording.path)
  if (error) throw error
  return Buffer.from(await data.arrayBuffer())
}

/**
 * Stores what an extension recorded by phone as a recording of its tenant, and as its mailbox greeting if it is one; returns its
 * id. Throws ApiFailure 404 for an invalid signature or an extension out of service, and NoAudio if it is not WAV.
 */
export async function keepGreeting(
  supabase: SupabaseClient<Database>,
  signed: Signed,
  sound: Extract<Sound, { does: 'record' }>,
  body: () => Promise<Buffer>,
): Promise<string> {
  const { tenantId: tenant, extensionId: dialer } = sound
  const refused = () => new ApiFailure(404, 'Extension not found.')
  if (!(await isSigned(supabase, signed, tenant, sound))) throw refused()
  const bytes = await body()
  const { fileId: file, path } = await admitSound(supabase, tenant, bytes)
  const kept = await supabase
    .rpc('keep_dialed_recording', { tenant, dialer, file, greeting: sound.greeting })
    .throwOnError()
  if (!kept.data) {
    await supabase.storage.from(RECORDINGS_BUCKET).remove([path])
    throw refused()
  }
  return kept.data
}
