import { Refusal } from '../errors'
import { postJson } from '../fetcher'
import type { EmergencyOutcome } from '../providers/emergency-service'
import { problemsOf } from '../records/record-client'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

export type RegisteredNumber = Pick<
  Tables<'dids'>,
  | 'id'
  | 'tenant_id'
  | 'number'
  | 'description'
  | 'version'
  | 'e911_state'
  | 'e911_reason'
  | 'e911_reference'
  | 'e911_submitted_at'
  | 'e911_submitted_by'
  | 'e911_answered_at'
  | 'e911_answered_by'
  | 'emergency_address_id'
>

/** A number for a step, with the version the user saw. */
type Seen = Pick<RegisteredNumber, 'id' | 'version' | 'tenant_id'>

/** A request to the server, which asks the carrier if one is connected. */
export type Asked = { action: 'register'; address: string } | { action: 'check' } | { action: 'end' }

/** The most numbers in a request: the carrier is asked about each. */
export const MAX_ASKED = 50

/** At most MAX_ASKED numbers of one tenant; answers in order. */
export function askForNumbers(rows: readonly Seen[], asked: Asked): Promise<EmergencyOutcome[]> {
  const numbers = rows.map(({ id, version }) => ({ id, version }))
  return postJson(`/api/tenants/${tenantOf(rows)}/emergency-registrations`, { ...asked, numbers })
}

/** One number; returns what is left to do by hand, or null. Throws Refusal: 'refused' if a rejection of the carrier is recorded, 'invalid'. */
export async function askForNumber(row: Seen, asked: Asked): Promise<string | null> {
  const [outcome] = await askForNumbers([row], asked)
  if (outcome?.problem) throw new Refusal(outcome.problem, 409, outcome.rejected ? 'refused' : 'invalid')
  return outcome?.note ?? null
}

/** Records the carrier's answer by hand. Throws Refusal. */
export async function recordAnswer(
  supabase: Supabase,
  row: Seen,
  answer: { to: 'confirmed'; reference?: string } | { to: 'rejected'; reason: string },
): Promise<void> {
  dataOf(
    await supabase.rpc('set_e911_state', {
      did: row.id,
      tenant: tenantOf([row]),
      expected_version: row.version,
      to_state: answer.to,
      reason: answer.to === 'rejected' ? answer.reason : undefined,
      reference: answer.to === 'confirmed' ? answer.reference || undefined : undefined,
    }),
  )
}

/** The same for many numbers of one tenant; returns the failures' reasons by id. */
export async function recordAnswers(
  supabase: Supabase,
  rows: readonly Seen[],
  to: 'confirmed' | 'rejected',
  reason = '',
): Promise<ReadonlyMap<string, string>> {
  const chosen = rows.map(({ id, version }) => ({ id, version }))
  const asked = { chosen, tenant: tenantOf(rows), to_state: to, reason }
  return problemsOf(dataOf(await supabase.rpc('set_e911_states', asked)))
}

/** A tenant's numbers with a 911 registration, whatever its state, by number. Throws Refusal. */
export async function registeredNumbers(supabase: Supabase, tenantId: string): Promise<RegisteredNumber[]> {
  return dataOf(
    await supabase
      .from('dids')
      .select(
        'id, tenant_id, number, description, version, e911_state, e911_reason, e911_reference, e911_submitted_at, e911_submitted_by, e911_answered_at, e911_answered_by, emergency_address_id',
      )
      .eq('tenant_id', tenantId)
      .neq('e911_state', 'none')
      .order('number'),
  )
}

const tenantOf = ([first]: readonly Seen[]) => first?.tenant_id ?? ''
