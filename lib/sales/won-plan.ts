import type { Currency } from '../billing/account'
import { formatDollars } from '../billing/money'
import { answerOf, jsonOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { LICENSES } from '../supabase/constraints'

type LicensedProduct = (typeof LICENSES.product.choices)[number]

/** Records created by earlier plans of an opportunity that still exist: ids, extensions by number. */
export interface MadeByPlan {
  company_id: string
  tenant_id: string | null
  tenant_made: boolean
  extensions: string[]
  stock: string[]
  /** Number of phones still on order. */
  ordered: number
  subscriptions: string[]
  /** One-time charges on the next invoice. */
  charges: string[]
  port_orders: string[]
}

/** What an opportunity got since its last plan, and is not set up yet. */
export interface AddedSince {
  /** Line items that are not billed yet, with the quantity that is not. */
  lines: { id: string; name: string; quantity: number }[]
  /** Seats without an extension, if a line of seats changed. */
  seats: number
  /** Numbers to port that are in no port order. */
  numbers: number
}

/** A line of an opportunity or a quote; prices per unit in US dollars. */
export interface SoldLine {
  name: string
  quantity: number
  monthly_price: number
  one_off_price: number
}

/** The last quote that the customer accepted, with the lines that only it has and those that only the opportunity has. */
export interface AcceptedOtherwise {
  number: string
  revision: number
  accepted: SoldLine[]
  sold: SoldLine[]
}

/** The starting point of a plan; `made` is set once one has run. */
export interface PlanStart {
  /** Whether the opportunity is won; one that was set up may have been moved back. */
  won: boolean
  /** The opportunity's version, which rises with its line items. */
  version: number
  company: {
    id: string
    name: string
    status: string
    tenant_id: string | null
    code: string | null
    time_zone: string | null
  } | null
  domain: string | null
  domain_suffix: string | null
  seats: number | null
  /** Seats that the tenant pays for once what is new is billed. */
  seats_billed: number
  /** Number of the tenant's extensions. */
  extensions: number
  /** Free numbers for the tenant's new extensions, at most 200; null if there are none, or no tenant. */
  free: string[] | null
  seats_sold: number
  /** Seats of other products than extensions that were sold since the last plan, and how many the tenant has purchased so far. */
  licenses: { product: LicensedProduct; purchased: number; sold: number }[]
  /** Numbers to port that are not in a port order yet. */
  numbers: number
  /** What the company's tenant is charged in; line items are priced in US dollars. */
  currency: Currency
  /**
   * Line items with a monthly or one-time price, and how many of each are not billed yet. Those that are not `new` were left out by
   * an earlier plan, or were billed until their subscription ended or was reduced. A line item of which some come back without its
   * one-time price, and others are added with it, is here twice.
   */
  subscriptions: (SoldLine & { id: string; new: boolean })[]
  /** Null if the opportunity has the lines that the customer accepted, or none were accepted. */
  accepted: AcceptedOtherwise | null
  /** Lines changed since a plan that are billed for more units, or at another price, than they are sold. */
  billed_otherwise: { billed: SoldLine[]; sold: SoldLine[] } | null
  /** The known models. */
  stock: { model: string; in_stock: number }[]
  /** How many plans have run. */
  runs: number
  added: AddedSince | null
  made: MadeByPlan | null
}

/** What to provision (public.run_won_plan). */
export interface WonPlan {
  /** How many plans had run when this one was proposed: if more have, it is repeated and sets up nothing. */
  runs: number
  /** The version of the opportunity that the plan was made for: nobody bills lines that they have not seen. */
  version: number
  tenant: { id: string; code: string; domain: string; time_zone: string; seats: number } | null
  extensions: { first: number; count: number } | null
  /** Seats of other products to add to those purchased. */
  licenses: Partial<Record<LicensedProduct, number>> | null
  stock: { model: string; quantity: number }[]
  /** Which line items to bill, by id, and from which day. */
  subscriptions: { starts_on: string; items: string[] } | null
  /** Whether to put the opportunity's numbers into draft port orders. */
  port_order: boolean
}

/** A line in words: "3 × Hosted seat, $22.00 a month and $5.00 once each". */
export function soldText({ name, quantity, monthly_price, one_off_price }: SoldLine): string {
  const prices = [
    monthly_price > 0 ? `${formatDollars(monthly_price)} a month` : null,
    one_off_price > 0 ? `${formatDollars(one_off_price)} once` : null,
  ].filter(Boolean)
  const each = quantity > 1 ? ' each' : ''
  return `${quantity} × ${name}${prices.length > 0 ? `, ${prices.join(' and ')}${each}` : ''}`
}

/** Null when the opportunity does not exist or the caller may not see it. */
export async function loadPlanStart(supabase: Supabase, opportunity: string): Promise<PlanStart | null> {
  return answerOf<PlanStart | null>(await supabase.rpc('won_plan', { opportunity }))
}

/**
 * Provisions everything, or nothing. The plan runs once, however often this is called: later calls return what exists. For an
 * opportunity that was set up before, only what is missing is created. Throws Refusal with the obstacle.
 */
export async function runWonPlan(
  supabase: Supabase,
  opportunity: string,
  plan: WonPlan,
): Promise<MadeByPlan> {
  const answer = await supabase.rpc('run_won_plan', { opportunity, plan: jsonOf(plan) })
  return answerOf<MadeByPlan>(answer)
}
