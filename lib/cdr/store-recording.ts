import type { SupabaseClient } from '@supabase/supabase-js'
import { type Audio } from '../recordings/audio'
import { inspectUpload } from '../recordings/inspect-upload'
import { CALL_RECORDINGS_BUCKET, MEDIA_TYPES } from '../recordings/object-path'
import { CALL_RECORDINGS } from '../supabase/constraints'
import type { Database } from '../supabase/database.types'
import { storeObject } from '../supabase/store-object'

/** Largest call recording accepted, in bytes: over an hour of uncompressed telephone audio. */
export const MAX_CALL_RECORDING_BYTES = CALL_RECORDINGS.size_bytes.max
const LONGEST_MS = 12 * 3_600_000

/** Parses the call recording the switch delivers, judging it by content only. Throws Unusable. */
export function inspectCallRecording(bytes: Uint8Array): Promise<Audio> {
  return inspectUpload(bytes, { bytes: MAX_CALL_RECORDING_BYTES, ms: LONGEST_MS })
}

/**
 * Finds the call's tenant, of those that the switch `serves`: from its CDR, or from the domain that the switch sends if no CDR has
 * arrived yet. Undefined also if another tenant has a recording of this call: only the CDR can move it, and only from a tenant that
 * the switch serves, because a switch can tell that any call was one of its tenants.
 */
export async function tenantOfCall(
  admin: SupabaseClient<Database>,
  call: string,
  domain: string | undefined,
  serves: (tenant: string) => boolean,
): Promise<string | undefined> {
  const [{ data: calls }, { data: recordings }] = await Promise.all([
    admin.from('cdr').select('tenant_id').eq('id', call).throwOnError(),
    admin.from('call_recordings').select('tenant_id').eq('id', call).throwOnError(),
  ])
  if (!recordings.every(({ tenant_id }) => serves(tenant_id))) return undefined
  if (calls.length > 0 || !domain) return calls.find(({ tenant_id }) => serves(tenant_id))?.tenant_id
  const named = admin.from('tenants').select('id').eq('domain', domain.toLowerCase()).limit(1)
  const { data: tenants } = await named.throwOnError()
  return tenants.find(({ id }) => serves(id) && recordings.every(({ tenant_id }) => tenant_id === id))?.id
}

/**
 * Stores a call's recording and replaces an earlier delivery. Throws Unusable if Storage takes no file of its size, and otherwise when
 * Storage or the database fails; deliver it again.
 */
export async function storeRecording(
  admin: SupabaseClient<Database>,
  { tenant, call, bytes, audio }: { tenant: string; call: string; bytes: Uint8Array; audio: Audio },
): Promise<void> {
  const { format, durationMs, peaks } = audio
  const path = `${tenant}/${call}.${format}`
  await admin.rpc('expect_call_recording', { object_path: path }).throwOnError()
  await storeObject(admin, CALL_RECORDINGS_BUCKET, path, bytes, MEDIA_TYPES[format])
  const size = bytes.length
  await admin
    .from('call_recordings')
    .upsert({ id: call, tenant_id: tenant, path, format, duration_ms: durationMs, size_bytes: size, peaks })
    .throwOnError()
  await admin
    .from('cdr')
    .update({ recording_path: path })
    .eq('id', call)
    .eq('tenant_id', tenant)
    .is('recording_path', null)
    .throwOnError()
}
