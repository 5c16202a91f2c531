import { type PhoneState, type Phones, phoneStates, phonesOf } from '@/lib/telephony/phones-client'
import { keys } from './keys'
import { type Query, useQuery } from './use-query'

/** A phone that registers is seen as soon as this. */
const AGAIN_MS = 3000
/** Where no switch tells, whether one does by now. */
const NO_AGENT_MS = 60_000

/** How the phones of a tenant's extensions and devices are, by the record's id; null where no switch tells, undefined until known. */
export const usePhoneStates = (tenantId: string): ReadonlyMap<string, PhoneState> | null | undefined =>
  useQuery(keys.phoneStates(tenantId), (supabase) => phoneStates(supabase, tenantId), {
    refreshInterval: (states) => (states === null ? NO_AGENT_MS : AGAIN_MS),
  }).data

/** The phones of an extension or a device; null for none. */
export const usePhonesOf = (tenantId: string, owner: string): Query<Phones | null> =>
  useQuery(keys.phonesOf(tenantId, owner), (supabase) => phonesOf(supabase, tenantId, owner), {
    refreshInterval: AGAIN_MS,
  })
