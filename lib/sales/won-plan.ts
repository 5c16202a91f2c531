import { answerOf, jsonOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** What the plans of an opportunity have made and is still there: ids, extensions by their number. */
export interface MadeByPlan {
  company_id: string
  tenant_id: string | null
  tenant_made: boolean
  extensions: string[]
  stock: string[]
  subscriptions: string[]
  /** What is paid only once and stands on the next invoice. */
  charges: string[]
  port_order_id: string | null
}

/** What a plan starts from; `made` once one has been run. */
export interface PlanStart {
  /** Whether the opportunity is won; one that was set up may have been moved back. */
  won: boolean
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
  /** How many extensions the tenant has. */
  extensions: number
  seats_sold: number
  /** How many numbers are to be ported and stand in no port order yet. */
  numbers: number
  /** The line items that cost something, monthly or once, and how many of each are not billed yet. */
  subscriptions: {
    id: string
    name: string
    quantity: number
    monthly_price: number
    one_off_price: number
  }[]
  stock: { model: string; in_stock: number }[]
  made: MadeByPlan | null
}

/** What is to be set up (public.run_won_plan). */
export interface WonPlan {
  tenant: { id: string; code: string; domain: string; time_zone: string; seats: number } | null
  extensions: { first: number; count: number } | null
  stock: { model: string; quantity: number }[]
  subscriptions: { starts_on: string } | null
  /** Whether the opportunity's numbers are put into a draft of a port order. */
  port_order: boolean
}

/** Null when there is no such opportunity for the caller. Throws RequestFailure. */
export async function loadPlanStart(supabase: Supabase, opportunity: string): Promise<PlanStart | null> {
  return answerOf<PlanStart | null>(await supabase.rpc('won_plan', { opportunity }))
}

/**
 * Sets everything up, or nothing. However often it is called, the plan is run once: later calls answer what is there.
 * After the opportunity was moved back, it is run for what is missing. Throws Refusal with what stands in the way.
 */
export async function runWonPlan(
  supabase: Supabase,
  opportunity: string,
  plan: WonPlan,
): Promise<MadeByPlan> {
  const answer = await supabase.rpc('run_won_plan', { opportunity, plan: jsonOf(plan) })
  return answerOf<MadeByPlan>(answer)
}

/** A tenant code for a company's name: small letters, digits and hyphens, 2 to 32 of them; empty when none remain. */
export function proposeCode(name: string): string {
  const code = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '')
  return code.length >= 2 ? code : ''
}
