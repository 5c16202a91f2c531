import { type Day, monthStart } from '../dates/day'
import { deleteRecord, saveRecord } from '../records/record-client'
import { addOnce } from '../supabase/add-once'
import { dataOf, requireChange } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { CYCLE_MONTHS } from '../supabase/constraints'
import type { Tables } from '../supabase/database.types'
import type { Cycle } from './cycle'
import { CENTS, fromUnits, toUnits } from './money'

export type Subscription = Omit<Tables<'subscriptions'>, 'cycle'> & {
  cycle: Cycle
  services: { name: string } | null
}

/** A subscription as entered; amounts are decimals. */
export interface SubscriptionTerms {
  service_id: string
  description: string
  quantity: number
  unit_price: string
  setup_fee: string
  cycle: Cycle
  starts_on: string
  ends_on: string | null
  prorate: boolean
}

/** A tenant's subscriptions, by start date; of more than 500, those that ended first are left out. */
export async function listSubscriptions(supabase: Supabase, tenantId: string): Promise<Subscription[]> {
  const listed = await supabase
    .from('subscriptions')
    .select('*, services(name)')
    .eq('tenant_id', tenantId)
    .order('ends_on', { ascending: false, nullsFirst: true })
    .order('id')
    .limit(500)
  return (dataOf(listed) as Subscription[]).toSorted((one, other) =>
    one.starts_on.localeCompare(other.starts_on),
  )
}

/** Those that have not ended by a day first, each group in the order given. */
export function endedLast(subscriptions: readonly Subscription[], day: Day): Subscription[] {
  const ended = (row: Subscription) => Number(subscriptionStatus(row, day) === 'ended')
  return subscriptions.toSorted((one, other) => ended(one) - ended(other))
}

/** Stores a subscription if it is still at the version the user saw. A new one (null) is stored once, with the latest terms. */
export async function saveSubscription(
  supabase: Supabase,
  tenant: string,
  id: string,
  version: number | null,
  terms: SubscriptionTerms,
): Promise<void> {
  if (version === null) {
    const [unit_price, setup_fee] = [Number(terms.unit_price), Number(terms.setup_fee)]
    await addOnce(supabase, 'subscriptions', { ...terms, id, tenant_id: tenant, unit_price, setup_fee })
    return
  }
  const save = { id, tenantId: tenant, expectedVersion: version, values: { ...terms } }
  await saveRecord(supabase, { table: 'subscriptions' }, save)
}

/** Changes quantity or price from a given day on. Throws Refusal: 'conflict' when it has been changed or ended since this version. */
export async function changeSubscription(
  supabase: Supabase,
  { id, tenant_id, version }: Pick<Subscription, 'id' | 'tenant_id' | 'version'>,
  change: { from_day: string; quantity: number; unit_price: number },
): Promise<void> {
  const asked = { tenant: tenant_id, subscription: id, expected_version: version, ...change }
  dataOf(await supabase.rpc('change_subscription', asked))
}

/** Sets the last day to charge. */
export async function endSubscription(
  supabase: Supabase,
  { id, tenant_id, version }: Pick<Subscription, 'id' | 'tenant_id' | 'version'>,
  lastDay: string,
): Promise<void> {
  const ended = supabase.from('subscriptions').update({ ends_on: lastDay, version: version + 1 })
  requireChange(await ended.eq('tenant_id', tenant_id).eq('id', id).select('id'))
}

/** Deletes a subscription that was never invoiced, if it is still at the version the user saw. */
export async function deleteSubscription(
  supabase: Supabase,
  subscription: Pick<Subscription, 'id' | 'tenant_id' | 'version'>,
): Promise<void> {
  await deleteRecord(supabase, 'subscriptions', subscription.tenant_id, subscription)
}

/** The first day of the cycle after the one that contains a day. */
export function nextCycleStart(day: Day, cycle: Cycle): Day {
  const months = CYCLE_MONTHS[cycle]
  return monthStart(day, months - ((Number(day.slice(5, 7)) - 1) % months))
}

/** Price of a full cycle, from the monthly price (a decimal). */
export function cyclePrice(monthly: number, cycle: Cycle): string {
  return fromUnits(toUnits(monthly, CENTS) * BigInt(CYCLE_MONTHS[cycle]), CENTS)
}

/** Whether a subscription is a sale for a one-time price, charged on its one day (private.is_one_time). */
export const isOneTime = ({
  unit_price,
  setup_fee,
  starts_on,
  ends_on,
}: Pick<Subscription, 'unit_price' | 'setup_fee' | 'starts_on' | 'ends_on'>): boolean =>
  unit_price === 0 && setup_fee > 0 && ends_on === starts_on

/** Whether a subscription is running on a day, has not started, or has ended. */
export function subscriptionStatus(
  { starts_on, ends_on }: Pick<Subscription, 'starts_on' | 'ends_on'>,
  day: Day,
): 'active' | 'upcoming' | 'ended' {
  if (starts_on > day) return 'upcoming'
  return ends_on !== null && ends_on < day ? 'ended' : 'active'
}
