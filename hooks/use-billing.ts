import { listTaxJurisdictions, loadOverview } from '@/lib/billing/account'
import { listInvoices, loadCallsInvoice, loadInvoice } from '@/lib/billing/invoices'
import { listPayments } from '@/lib/billing/payments'
import { listRatePlans, loadCallPrice, loadCallPrices, loadUsage } from '@/lib/billing/rates'
import { listSubscriptions } from '@/lib/billing/subscriptions'
import { loadIdleSeats, loadSeatHistory, loadSeats } from '@/lib/licensing/seats'
import type { Supabase } from '@/lib/supabase/browser-client'
import { keys } from './keys'
import { useDebounced } from './use-debounced'
import { useQuery } from './use-query'

/** What the server's page shows, too. */
function useBilling<Args extends readonly string[], Data>(
  name: string,
  load: (supabase: Supabase, tenantId: string, ...rest: Args) => Promise<Data>,
  tenantId: string,
  ...rest: Args
) {
  return useQuery(keys.billing(tenantId, name, ...rest), (supabase) => load(supabase, tenantId, ...rest), {
    early: true,
  })
}

/** What a tenant owes and has paid, with its terms. */
export const useBillingOverview = (tenantId: string) => useBilling('overview', loadOverview, tenantId)
/** A tenant's subscriptions, by start date. */
export const useSubscriptions = (tenantId: string) => useBilling('subscriptions', listSubscriptions, tenantId)
/** A tenant's invoices without their lines, latest period first. */
export const useInvoices = (tenantId: string) => useBilling('invoices', listInvoices, tenantId)
/** An invoice with its lines: undefined while loading, null if the tenant has none with this id. */
export const useInvoice = (tenantId: string, id: string) => useBilling('invoice', loadInvoice, tenantId, id)
/** A tenant's latest 500 payments, newest first. */
export const usePayments = (tenantId: string) => useBilling('payments', listPayments, tenantId)
/** A tenant's calls of a month (given by its first day), by rate. */
export const useUsage = (tenantId: string, month: string) => useBilling('usage', loadUsage, tenantId, month)
/** The invoice or draft that charges a month's calls; null if there is none. */
export const useCallsInvoice = (tenantId: string, month: string) =>
  useBilling('calls-invoice', loadCallsInvoice, tenantId, month)
/** The tax jurisdictions with their rates. */
export const useTaxJurisdictions = () => useQuery(keys.taxJurisdictions(), listTaxJurisdictions)
/** All rate plans by name, each with how many rates and tenants it has. */
export const useRatePlans = () => useQuery(keys.ratePlans(), listRatePlans, { early: true })
/** The price of a call by a plan, once typing pauses; null if no rate matches. Not requested for an empty number. */
export function useCallPrice(planId: string, number: string | null, talkSeconds: string) {
  const call = number && JSON.stringify([planId, number, talkSeconds])
  const rested = useDebounced(call)
  return useQuery(
    call && call === rested ? keys.ratePlans(planId, 'call-price', number, talkSeconds) : null,
    (supabase) => loadCallPrice(supabase, planId, number ?? '', Number(talkSeconds)),
  )
}
/** Prices of a tenant's calls to these numbers at a given duration, once typing pauses. */
export function useCallPrices(tenantId: string, numbers: readonly string[], talkSeconds: number) {
  const asked = JSON.stringify([numbers, talkSeconds])
  const rested = useDebounced(asked)
  return useQuery(keys.callPrices(tenantId, rested), (supabase) =>
    loadCallPrices(supabase, tenantId, ...(JSON.parse(rested) as [string[], number])),
  )
}
/** Seats of each product: purchased, assigned, used and billed. */
export const useSeats = (tenantId: string) => useBilling('seats', loadSeats, tenantId)
/** A tenant's extensions without a recent call, which may be most of them: the server's page does not wait for it. */
export const useIdleSeats = (tenantId: string) =>
  useQuery(keys.billing(tenantId, 'idle-seats'), (supabase) => loadIdleSeats(supabase, tenantId))
/** Who changed a tenant's seats or caps, newest first. */
export const useSeatHistory = (tenantId: string) => useBilling('seat-history', loadSeatHistory, tenantId)
