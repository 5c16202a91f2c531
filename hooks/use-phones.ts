import { type Phones, phonesOf, type PhoneState, phoneStates } from '@/lib/telephony/phones-client'
import { keys } from './keys'
import { type Query, useQuery } from './use-query'

/** Polling interval for registrations. */
const AGAIN_MS = 3000
/** Polling interval if no switch reports. */
const NO_AGENT_MS = 60_000

/** Registration state of a tenant's extensions and devices, by record id; null if no switch reports, undefined while loading. */
export const usePhoneStates = (tenantId: string): ReadonlyMap<string, PhoneState> | null | undefined =>
  useQuery(keys.phoneStates(tenantId), (supabase) => phoneStates(supabase, tenantId), {
    refreshInterval: (states) => (states === null ? NO_AGENT_MS : AGAIN_MS),
  }).data

/** The phones of an extension or a device; null for none. */
export const usePhonesOf = (tenantId: string, owner: string): Query<Phones | null> =>
  useQuery(keys.phonesOf(tenantId, owner), (supabase) => phonesOf(supabase, tenantId, owner), {
    refreshInterval: AGAIN_MS,
  })
