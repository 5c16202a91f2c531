import type { RecordRow } from '../records/field'
import { saveRecord } from '../records/record-client'
import type { RowOf } from '../records/resource'
import { extension } from '../resources/extension'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Json, Tables } from '../supabase/database.types'
import type { RangeItem } from './extension-range'

/** A row of the list of extensions. */
export type ExtensionRow = RowOf<typeof extension>

/** The columns of an extension that a range of new ones takes from an existing one. */
const PROFILE = [
  'outbound_did_id',
  'emergency_did_id',
  'voicemail_enabled',
  'voicemail_attach',
  'voicemail_keep',
  'call_timeout',
  'concurrent_limit',
  'recording',
  'toll_class',
  'hold_music_recording_id',
  'listed_in_directory',
] as const

/** An extension of a range, with the id that it will have. */
export type NewExtension = RangeItem & { id: string }

/**
 * Adds extensions, all or none, with the settings of `like` where one is given. Harmless when repeated with the same
 * ids. Throws Refusal: 'taken' names what holds each number, 'invalid' the seats in use and licensed.
 */
export async function addExtensions(
  supabase: Supabase,
  tenantId: string,
  items: readonly NewExtension[],
  like: string | null,
): Promise<void> {
  const profile = like
    ? dataOf(
        await supabase
          .from('extensions')
          .select(PROFILE.join(',') as '*')
          .eq('tenant_id', tenantId)
          .eq('id', like)
          .single(),
      )
    : {}
  const rows = items.map(({ id, number, name }) => ({
    ...profile,
    id,
    extension: number,
    effective_caller_id_name: name,
  }))
  dataOf(await supabase.rpc('add_extensions', { tenant: tenantId, new_rows: rows as Json }))
}

/** Stops an extension from ringing and calling, or lets it again. Throws Refusal. */
export async function suspendExtension(
  supabase: Supabase,
  row: Pick<RecordRow, 'id' | 'version' | 'tenant_id'>,
  suspended: boolean,
): Promise<void> {
  await change(supabase, row, { suspended })
}

/** Gives an extension another number; whatever refers to it keeps doing so. Throws Refusal: 'taken', 'conflict'. */
export async function renumberExtension(
  supabase: Supabase,
  row: Pick<RecordRow, 'id' | 'version' | 'tenant_id'>,
  number: string,
): Promise<void> {
  await change(supabase, row, { extension: number })
}

/** The lowest free numbers between two, at most `count`. Throws RequestFailure. */
export async function freeNumbers(
  supabase: Supabase,
  tenantId: string,
  [lowest, highest]: readonly [number, number],
  count: number,
): Promise<string[]> {
  return dataOf(await supabase.rpc('free_numbers', { tenant: tenantId, lowest, highest, how_many: count }))
}

/** How many phones each extension rings; those without any are left out. Throws RequestFailure. */
export async function deviceCounts(supabase: Supabase, tenantId: string): Promise<Map<string, number>> {
  const rows = dataOf(await supabase.rpc('extension_devices', { tenant: tenantId }))
  return new Map(rows.map(({ extension_id, devices }) => [extension_id, devices]))
}

/** A number that 911 calls can be made from. */
export type EmergencyNumber = Pick<Tables<'dids'>, 'id' | 'number' | 'description'>

/** The tenant's numbers whose 911 address is confirmed, by number. Throws RequestFailure. */
export async function emergencyNumbers(supabase: Supabase, tenantId: string): Promise<EmergencyNumber[]> {
  return dataOf(
    await supabase
      .from('dids')
      .select('id, number, description')
      .eq('tenant_id', tenantId)
      .eq('e911_state', 'confirmed')
      .order('number'),
  )
}

async function change(
  supabase: Supabase,
  { id, version, tenant_id }: Pick<RecordRow, 'id' | 'version' | 'tenant_id'>,
  values: Partial<Tables<'extensions'>>,
): Promise<void> {
  const save = { id, tenantId: String(tenant_id), expectedVersion: version, values }
  await saveRecord(supabase, extension, save, Object.keys(values))
}
