import { today } from '../dates/day'
import { dataOf, requireChange } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import { CYCLE_MONTHS, type Cycle } from './cycle'
import { CENTS, fromUnits, toUnits } from './money'

export type Subscription = Omit<Tables<'subscriptions'>, 'cycle'> & {
  cycle: Cycle
  services: { name: string } | null
}

/** What a person states of a subscription; amounts are decimals. */
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

/** A tenant's subscriptions, the running ones first, each group by its start. Throws RequestFailure. */
export async function listSubscriptions(supabase: Supabase, tenantId: string): Promise<Subscription[]> {
  const rows = dataOf(
    await supabase
      .from('subscriptions')
      .select('*, services(name)')
      .eq('tenant_id', tenantId)
      .order('starts_on')
      .order('id')
      .limit(500),
  ) as Subscription[]
  const ended = ({ ends_on }: Subscription) => Number(ends_on !== null && ends_on < today())
  return rows.toSorted((one, other) => ended(one) - ended(other))
}

/** Stores a subscription over the version that was seen (null: a new one). Throws RequestFailure. */
export async function saveSubscription(
  supabase: Supabase,
  tenant: string,
  id: string,
  version: number | null,
  terms: SubscriptionTerms,
): Promise<void> {
  dataOf(
    await supabase.rpc('save_record', {
      target_table: 'subscriptions',
      record: id,
      tenant,
      // The generated types do not know that an argument may be null.
      expected_version: version as number,
      record_values: { ...terms },
    }),
  )
}

/** Another quantity or price from a day on. Throws RequestFailure. */
export async function changeSubscription(
  supabase: Supabase,
  { id, tenant_id }: Pick<Subscription, 'id' | 'tenant_id'>,
  change: { from_day: string; quantity: number; unit_price: number },
): Promise<void> {
  dataOf(await supabase.rpc('change_subscription', { tenant: tenant_id, subscription: id, ...change }))
}

/** Sets the last day that is charged. Throws RequestFailure. */
export async function endSubscription(
  supabase: Supabase,
  { id, tenant_id }: Pick<Subscription, 'id' | 'tenant_id'>,
  lastDay: string,
): Promise<void> {
  const ended = supabase.from('subscriptions').update({ ends_on: lastDay })
  requireChange(await ended.eq('tenant_id', tenant_id).eq('id', id).select('id'))
}

/** Removes a subscription that was never invoiced. Throws RequestFailure. */
export async function deleteSubscription(
  supabase: Supabase,
  { id, tenant_id }: Pick<Subscription, 'id' | 'tenant_id'>,
): Promise<void> {
  const removed = supabase.from('subscriptions').delete()
  requireChange(await removed.eq('tenant_id', tenant_id).eq('id', id).select('id'))
}

/** The price of a whole cycle, from that of a month (a decimal). */
export function cyclePrice(monthly: number, cycle: Cycle): string {
  return fromUnits(toUnits(monthly, CENTS) * BigInt(CYCLE_MONTHS[cycle]), CENTS)
}

/** Whether a subscription is charged on a day (an ISO date), is still to come, or has ended. */
export function standing(
  { starts_on, ends_on }: Pick<Subscription, 'starts_on' | 'ends_on'>,
  day: string,
): 'active' | 'upcoming' | 'ended' {
  if (starts_on > day) return 'upcoming'
  return ends_on !== null && ends_on < day ? 'ended' : 'active'
}
