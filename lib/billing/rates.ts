import { deleteRecord, saveRecord } from '../records/record-client'
import { addOnce } from '../supabase/add-once'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Database } from '../supabase/database.types'
import { CALL_COST, CENTS, fromUnits, sumOf, toUnits } from './money'

export type RatePlan = Database['public']['Functions']['rate_plan_list']['Returns'][number]
/** prefix, description and cost are null for calls without a matching rate. */
export type UsageRow = Database['public']['Functions']['tenant_usage']['Returns'][number]

/** What a call would cost by a plan, and the rate that applies. */
export type CallPrice = Database['public']['Functions']['call_price']['Returns'][number]

/** What deleting rates does to the calls that they covered. */
export const CHARGED_AFTER_RATES = 'Calls there are then charged by a shorter prefix, or not at all.'

/** All rate plans by name, each with how many rates and tenants it has. */
export async function listRatePlans(supabase: Supabase): Promise<RatePlan[]> {
  return dataOf(await supabase.rpc('rate_plan_list'))
}

/** How many months of calls Usage shows, this one included; billing can be run for the month after each of them. */
export const USAGE_MONTHS = 12

/** A tenant's calls to the outside in a month (given by its first day), by rate. */
export async function loadUsage(supabase: Supabase, tenant: string, month: string): Promise<UsageRow[]> {
  return dataOf(await supabase.rpc('tenant_usage', { tenant, month }))
}

/** What an invoice charges for these calls: it has a line for each rate, in cents (private.due_lines). */
export function usageCharge(rows: readonly Pick<UsageRow, 'cost'>[]): number {
  const perCent = 10n ** BigInt(CALL_COST - CENTS)
  const cents = rows.map(({ cost }) => (toUnits(cost ?? 0, CALL_COST) + perCent / 2n) / perCent)
  return Number(fromUnits(sumOf(cents), CENTS))
}

/** The price of an answered call to a number as dialed; null if no rate of the plan covers the number. */
export async function loadCallPrice(
  supabase: Supabase,
  plan: string,
  number: string,
  talkSeconds: number,
): Promise<CallPrice | null> {
  const [price] = dataOf(await supabase.rpc('call_price', { plan, number, talk_seconds: talkSeconds }))
  return price ?? null
}

/** Price of a tenant's call to a number, by the tenant's rate plan. */
export type TenantCallPrice = Database['public']['Functions']['tenant_call_prices']['Returns'][number]

/**
 * Prices of answered calls to those numbers (E.164) that the tenant's rate plan covers; none for users without access to billing.
 */
export async function loadCallPrices(
  supabase: Supabase,
  tenant: string,
  numbers: readonly string[],
  talkSeconds: number,
): Promise<TenantCallPrice[]> {
  return dataOf(
    await supabase.rpc('tenant_call_prices', { tenant, numbers: [...numbers], talk_seconds: talkSeconds }),
  )
}

/** The caller chooses the id, so sending it twice creates one plan, with the latest values. */
export async function createRatePlan(
  supabase: Supabase,
  plan: { id: string; name: string; currency: string },
): Promise<void> {
  await addOnce(supabase, 'rate_plans', plan)
}

/** Renames a plan that is still at the version the user saw. */
export async function renameRatePlan(
  supabase: Supabase,
  { id, version }: Pick<RatePlan, 'id' | 'version'>,
  name: string,
): Promise<void> {
  const save = { id, tenantId: null, expectedVersion: version, values: { name } }
  await saveRecord(supabase, { table: 'rate_plans' }, save)
}

/** Deletes a plan with its rates, if it is still at the version the user saw. The database refuses while a tenant uses it. */
export async function deleteRatePlan(
  supabase: Supabase,
  plan: Pick<RatePlan, 'id' | 'version'>,
): Promise<void> {
  await deleteRecord(supabase, 'rate_plans', null, plan)
}
