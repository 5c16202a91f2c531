import { useCallback } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { loadOverview } from '@/lib/billing/account'
import { listInvoices, loadInvoice } from '@/lib/billing/invoices'
import { listPayments } from '@/lib/billing/payments'
import { listRatePlans, listRates, loadUsage } from '@/lib/billing/rates'
import { listSubscriptions } from '@/lib/billing/subscriptions'
import { loadIdleSeats, loadSeatHistory, loadSeats } from '@/lib/licensing/seats'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'

const PREFIX = 'billing'

/** Fetches under a key that {@link useRefreshBilling} knows; not at all while `arguments_` is null. */
function useBilling<Args extends readonly string[], Data>(
  name: string,
  arguments_: Args | null,
  load: (supabase: Supabase, ...rest: Args) => Promise<Data>,
) {
  return useSWR(arguments_ && [PREFIX, name, ...arguments_], async () => {
    if (!arguments_) throw new Error('Nothing to fetch.')
    return load(await getSupabase(), ...arguments_)
  })
}

/** A tenant's account at a glance. */
export const useBillingOverview = (tenantId: string) => useBilling('overview', [tenantId], loadOverview)
/** A tenant's subscriptions, the running ones first. */
export const useSubscriptions = (tenantId: string) =>
  useBilling('subscriptions', [tenantId], listSubscriptions)
/** A tenant's invoices, the latest first. */
export const useInvoices = (tenantId: string) => useBilling('invoices', [tenantId], listInvoices)
/** An invoice with its lines: undefined while loading, null when the tenant has none with this id. */
export const useInvoice = (tenantId: string, id: string) => useBilling('invoice', [tenantId, id], loadInvoice)
/** A tenant's payments, the latest first. */
export const usePayments = (tenantId: string) => useBilling('payments', [tenantId], listPayments)
/** A tenant's calls of a month (its first day) by rate. */
export const useUsage = (tenantId: string, month: string) => useBilling('usage', [tenantId, month], loadUsage)
/** All rate plans. */
export const useRatePlans = () => useBilling('rate-plans', [], listRatePlans)
/** The rates of a plan. */
export const useRates = (planId: string | null) => useBilling('rates', planId ? [planId] : null, listRates)
/** A tenant's seats by product. */
export const useSeats = (tenantId: string) => useBilling('seats', [tenantId], loadSeats)
/** A tenant's extensions without a call in 60 days. */
export const useIdleSeats = (tenantId: string) => useBilling('idle-seats', [tenantId], loadIdleSeats)
/** What became of a tenant's seats. */
export const useSeatHistory = (tenantId: string) => useBilling('seat-history', [tenantId], loadSeatHistory)

/** Fetches anew whatever of billing is on the page, and the tenant's figures. */
export function useRefreshBilling(): () => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(async () => {
    await mutate((key) => Array.isArray(key) && (key[0] === PREFIX || key[0] === 'tenant'))
  }, [mutate])
}
