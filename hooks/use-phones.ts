import { type Phones, phonesOf, type PhoneState, phoneState } from '@/lib/telephony/phones-client'
import { keys } from './keys'
import { type Query, useQuery } from './use-query'

/** Polling interval for registrations. */
const AGAIN_MS = 3000
/** Polling interval if no switch reports. */
const NO_AGENT_MS = 60_000

/** Stays the same function: SWR starts its interval anew when it gets another. */
const pollingInterval = (state: PhoneState | 'never' | null | undefined) =>
  state === null ? NO_AGENT_MS : AGAIN_MS

/** Registration state of an extension or a device; null if no switch reports, undefined while loading. */
export const usePhoneState = (tenantId: string, owner: string): PhoneState | 'never' | null | undefined =>
  useQuery(keys.phoneState(tenantId, owner), (supabase) => phoneState(supabase, tenantId, owner), {
    refreshInterval: pollingInterval,
  }).data

/** The phones of an extension or a device; null for none. */
export const usePhonesOf = (tenantId: string, owner: string): Query<Phones | null> =>
  useQuery(keys.phonesOf(tenantId, owner), (supabase) => phonesOf(supabase, tenantId, owner), {
    refreshInterval: AGAIN_MS,
  })
