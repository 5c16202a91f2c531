import { Refusal } from '../errors'
import { byIds } from '../lists/ids'
import type { RecordRow, RecordValues } from '../records/field'
import { saveRecord } from '../records/record-client'
import type { RowOf } from '../records/resource'
import { extension } from '../resources/extension'
import { generatePin } from '../secrets'
import { sealPins } from '../secrets-client'
import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Json, Tables } from '../supabase/database.types'
import type { RangeItem } from './extension-range'
import { loadSettings } from './settings-client'
import { effectiveSettings } from './tenant-settings'

export type ExtensionRow = RowOf<typeof extension>

/** The settings that a range of new extensions copies from an existing one. */
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

/** An extension of a range, with its future id and, if it gets one, its voicemail PIN. */
export type NewExtension = RangeItem & { id: string; pin?: string }

/**
 * Adds extensions, all or none, with the settings of `like`, if given, and resolves to those that got a PIN. Can be repeated with the same
 * ids and the same `sealed`, which holds the encrypted PIN of each id: a PIN encrypted again would differ from the stored one and could
 * not be mailed. Throws Refusal: 'taken' names the holder of each number, 'invalid' the seats used and purchased, 'gone' if `like` is.
 */
export async function addExtensions(
  supabase: Supabase,
  tenantId: string,
  items: readonly NewExtension[],
  like: string | null,
  sealed: Map<string, string> = new Map(),
): Promise<NumberWithPin[]> {
  const profile = like
    ? dataOf(
        await supabase
          .from('extensions')
          .select(PROFILE.join(',') as '*')
          .eq('tenant_id', tenantId)
          .eq('id', like)
          .maybeSingle(),
      )
    : {}
  if (!profile) throw new Refusal('The extension to copy has been deleted by someone else.', 410, 'gone')
  const withPin = items.flatMap(({ pin, ...item }) => (pin ? [{ ...item, pin }] : []))
  const open = withPin.filter(({ id }) => !sealed.has(id))
  const made = await sealPins(open.map(({ id, pin }) => ({ owner: id, value: pin })))
  for (const [place, { id }] of open.entries()) sealed.set(id, made[place] ?? '')
  const rows = items.map(({ id, number, name, pin }) => ({
    ...profile,
    id,
    extension: number,
    effective_caller_id_name: name,
    ...(pin && { voicemail_pin: sealed.get(id) }),
  }))
  dataOf(await supabase.rpc('add_extensions', { tenant: tenantId, new_rows: rows as Json }))
  return withPin.map(({ id, number, name, pin }) => ({ number, name, pin, sealed: sealed.get(id) ?? '' }))
}

/** A new voicemail PIN; `sealed` is the PIN as stored, known only to the user who assigned it. */
export interface SealedPin {
  pin: string
  sealed: string
}

/** An extension with its new voicemail PIN. */
export type NumberWithPin = RangeItem & SealedPin

/**
 * Assigns random voicemail PINs to those of a tenant's extensions whose mailbox has none, and resolves to them. They cannot be read
 * later without the permission to reveal secrets. Can be repeated with the same `chosen`, which holds the PIN of each number: then it
 * resolves to those, too, that got theirs before the answer was lost. The trail shows the requests of one `run` as one change. Throws
 * Refusal.
 */
export async function setMissingPins(
  supabase: Supabase,
  tenantId: string,
  numbers: readonly string[],
  run: string,
  chosen: Map<string, SealedPin>,
): Promise<NumberWithPin[]> {
  const open = numbers.filter((number) => !chosen.has(number))
  const mailboxes = await extensionsOf(supabase, tenantId, open)
  const made = mailboxes.map(({ id, extension: number }) => ({ number, owner: id, value: generatePin() }))
  const sealed = await sealPins(made.map(({ owner, value }) => ({ owner, value })))
  for (const [place, { number, value }] of made.entries())
    chosen.set(number, { pin: value, sealed: sealed[place] ?? '' })
  const pins = Object.fromEntries(
    numbers.flatMap((number) => (chosen.has(number) ? [[number, chosen.get(number)?.sealed ?? '']] : [])),
  )
  const given = dataOf(await supabase.rpc('set_missing_voicemail_pins', { tenant: tenantId, pins, run }))
  return given.map(({ number, name }) => ({ number, name, pin: '', sealed: '', ...chosen.get(number) }))
}

/** The tenant's extensions with these numbers. Throws Refusal. */
export const extensionsOf = (supabase: Supabase, tenantId: string, numbers: readonly string[]) =>
  byIds(numbers, async (some) => {
    const extensions = supabase.from('extensions').select('id, extension').eq('tenant_id', tenantId)
    return dataOf(await extensions.in('extension', some))
  })

/** Stops an extension from ringing and calling, or re-enables it. Throws Refusal. */
export async function suspendExtension(
  supabase: Supabase,
  row: Pick<RecordRow, 'id' | 'version' | 'tenant_id'>,
  suspended: boolean,
): Promise<void> {
  await change(supabase, row, { suspended })
}

/** Renumbers an extension; references to it keep working. Throws Refusal: 'taken', 'conflict'. */
export async function renumberExtension(
  supabase: Supabase,
  row: Pick<RecordRow, 'id' | 'version' | 'tenant_id'>,
  number: string,
): Promise<void> {
  await change(supabase, row, { extension: number })
}

/** Initial values of a new extension: the next free number, and the tenant's voicemail settings. */
export async function newExtension(supabase: Supabase, tenantId: string): Promise<RecordValues> {
  const settings = effectiveSettings(await loadSettings(supabase, tenantId))
  const [low, high] = [settings.extension_low.value, settings.extension_high.value]
  const [extension = ''] = low && high ? await freeNumbers(supabase, tenantId, [low, high], 1) : []
  return {
    extension,
    voicemail_enabled: settings.voicemail_enabled.value,
    voicemail_attach: settings.voicemail_attach.value,
    voicemail_keep: settings.voicemail_keep.value,
  }
}

/** Free numbers in a range, at most `count`: upwards from the tenant's lowest extension in it, then those below. */
export async function freeNumbers(
  supabase: Supabase,
  tenantId: string,
  [lowest, highest]: readonly [number, number],
  count: number,
): Promise<string[]> {
  return dataOf(await supabase.rpc('free_numbers', { tenant: tenantId, lowest, highest, how_many: count }))
}

/** Number of phones per extension; extensions without any are left out. */
export async function deviceCounts(supabase: Supabase, tenantId: string): Promise<Map<string, number>> {
  const counts = answerOf<Record<string, number>>(
    await supabase.rpc('extension_devices', { tenant: tenantId }),
  )
  return new Map(Object.entries(counts))
}

export type EmergencyNumber = Pick<Tables<'dids'>, 'id' | 'number' | 'description'>

/** The tenant's numbers with a confirmed 911 address that stay, by number. */
export async function emergencyNumbers(supabase: Supabase, tenantId: string): Promise<EmergencyNumber[]> {
  return dataOf(
    await supabase
      .from('dids')
      .select('id, number, description')
      .eq('tenant_id', tenantId)
      .eq('e911_state', 'confirmed')
      .neq('status', 'porting_out')
      .order('number'),
  )
}

async function change(
  supabase: Supabase,
  { id, version, tenant_id }: Pick<RecordRow, 'id' | 'version' | 'tenant_id'>,
  values: Partial<Tables<'extensions'>>,
): Promise<void> {
  const save = { id, tenantId: String(tenant_id), expectedVersion: version, values }
  await saveRecord(supabase, extension, save)
}
