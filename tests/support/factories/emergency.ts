import type { Json } from '@/lib/supabase/database.types'
import type { Caller } from '../clients'
import { query, storedRow } from '../database'
import { newEmergencyAddress } from './people'
import { type Given, insertRow, unique } from './row'
import { newTenantNumber } from './telephony'

export type E911State = 'none' | 'submitted' | 'confirmed' | 'rejected'

/** The steps that reach a state. */
const STEPS: Record<E911State, readonly E911State[]> = {
  none: [],
  submitted: ['submitted'],
  confirmed: ['submitted', 'confirmed'],
  rejected: ['submitted', 'rejected'],
}

/** An address of the tenant, complete unless stated otherwise. */
export async function insertAddress(tenant_id: string, given: Given<'emergency_addresses'> = {}) {
  return insertRow(
    'emergency_addresses',
    await newEmergencyAddress({ label: `Office ${unique()}`, ...given, tenant_id }),
  )
}

/** A stored number with its 911 registration in this state, and a new tenant and address. */
export async function insertRegistered(state: E911State, given: Given<'dids'> = {}) {
  const did = await insertRow('dids', await newTenantNumber(given))
  if (state === 'none') return did
  const address = await insertAddress(String(did.tenant_id))
  for (const step of STEPS[state]) {
    await query(
      'update public.dids set e911_state = $2, emergency_address_id = $3, e911_reason = $4 where id = $1',
      [did.id, step, address.id, step === 'rejected' ? 'No such street.' : ''],
    )
  }
  return (await storedRow('dids', did.id)) as typeof did
}

export type Did = Awaited<ReturnType<typeof insertRegistered>>

export interface E911Step {
  to: E911State
  address?: string
  reason?: string
  reference?: string
  /** The address as the carrier was given it. */
  sent?: Json
  /** The tenant whose page sends the step; by default the number's. */
  tenant?: string
}

/** Changes a number's 911 state, with the version the caller saw. */
export const takeStep = (caller: Caller, did: Did, { to, tenant, ...rest }: E911Step) =>
  caller.client.rpc('set_e911_state', {
    did: did.id,
    tenant: tenant ?? String(did.tenant_id),
    expected_version: did.version,
    to_state: to,
    ...rest,
  })

/** The number as it is stored now. */
export const newest = async ({ id }: Did) => (await storedRow('dids', id)) as Did
