import { batched } from '../batched'
import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { REGISTRATION_FAILURES } from '../supabase/constraints'
import type { Tables } from '../supabase/database.types'
import type { PhoneCommand as SwitchPhoneCommand } from '../switch/agent/agent-update'
import type { Transport } from './provisioning/configuration'
import { commandDone } from './switch-command'

/** Why a switch refused a registration. */
export type FailureReason = (typeof REGISTRATION_FAILURES.reason.choices)[number]

/** Registration state of an extension's or a device's phones. */
export interface PhoneState {
  registered: number
  lost_at: string | null
  reason: FailureReason | null
}

/** Longer than a list takes to draw all its rows, which it does a few at a time. */
const COLLECT_MS = 150

/** Of an extension or a device; 'never' without a phone so far, null if no switch reports. Those of a list's rows share a request. */
export async function phoneState(
  supabase: Supabase,
  tenant: string,
  owner: string,
): Promise<PhoneState | 'never' | null> {
  const load = async (owners: readonly string[]) => {
    const found = answerOf<(PhoneState & { owner_id: string })[] | null>(
      await supabase.rpc('phone_states', { tenant, owners: [...owners] }),
    )
    return new Map<string, PhoneState | null>(
      found ? found.map(({ owner_id, ...state }) => [owner_id, state]) : owners.map((id) => [id, null]),
    )
  }
  const states = await batched(`phone states ${tenant}`, [owner], load, COLLECT_MS)
  return states.has(owner) ? (states.get(owner) ?? null) : 'never'
}

export type Registration = Tables<'registrations'>

export interface Phones {
  registrations: Registration[]
  failures: (Tables<'registration_failures'> & { reason: FailureReason })[]
}

/** The phones of an extension or a device, registered ones first; null if there are none. */
export async function phonesOf(supabase: Supabase, tenant: string, owner: string): Promise<Phones | null> {
  const phones = answerOf<Phones>(await supabase.rpc('owner_phones', { tenant, owner }))
  return phones.registrations.length + phones.failures.length > 0 ? phones : null
}

export type PhoneCommand = SwitchPhoneCommand['command']

/** Sends a command to a phone, and resolves when its switch has passed it on. Throws Refusal with the reason on failure. */
export async function commandPhone(
  supabase: Supabase,
  registration: string,
  command: PhoneCommand,
): Promise<void> {
  await commandDone(supabase, dataOf(await supabase.rpc('command_phone', { registration, command })))
}

/** The device with a MAC address (AA:BB:CC:DD:EE:FF), and whose it is; undefined if there is none that the user may see. */
export async function deviceOfMac(supabase: Supabase, mac: string) {
  const [device] = dataOf(await supabase.from('devices').select('id, tenant_id').eq('mac', mac).limit(1))
  return device
}

/** What the lines of a device need of its model. */
export async function deviceLines(supabase: Supabase, device: string) {
  const lines = supabase.from('device_lines').select('line, transport, register_expires')
  return dataOf(await lines.eq('device_id', device))
}

/** Has all lines of a tenant's devices register over a transport. The trail shows the requests of one `run` as one change. Throws Refusal. */
export async function setTransport(
  supabase: Supabase,
  asked: { tenant: string; devices: string[]; transport: Transport; run: string | undefined },
): Promise<void> {
  dataOf(await supabase.rpc('set_line_transport', asked))
}
