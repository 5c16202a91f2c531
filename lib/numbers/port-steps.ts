import type { PORT_ORDERS } from '../supabase/constraints'

type PortState = (typeof PORT_ORDERS.state.choices)[number]

/** A step of a port order: the state it leads to, and the input it needs. */
export interface PortStep {
  to: PortState
  label: string
  question: string
  asks?: 'reason' | 'day'
  danger?: boolean
}

const cancel: PortStep = {
  to: 'cancelled',
  label: 'Cancel the order',
  question:
    'The numbers stay with their current carrier and are no longer expected here. You cannot undo this.',
  danger: true,
}
const submit: PortStep = {
  to: 'submitted',
  label: 'Mark as submitted',
  question:
    'The order is with the carrier. Its numbers can no longer be changed, and show under Numbers as porting in.',
}
const except: PortStep = {
  to: 'exception',
  label: 'Record an exception',
  question: 'The losing carrier rejected the order. What needs to be corrected?',
  asks: 'reason',
}
const confirm: PortStep = {
  to: 'foc_confirmed',
  label: 'Confirm the FOC date',
  question: 'Both carriers agreed on the date the numbers move.',
  asks: 'day',
}
const postpone: PortStep = {
  ...confirm,
  label: 'Change the FOC date',
  question: 'Both carriers agreed on another date.',
}
const finish: PortStep = {
  to: 'ported',
  label: 'Mark as ported',
  question: 'The numbers have arrived. They are assigned to the tenant, with the routes that they have.',
}

/** The steps the database allows from each state, the usual one first. */
const STEPS: Readonly<Partial<Record<PortState, readonly PortStep[]>>> = {
  draft: [submit, cancel],
  submitted: [confirm, except, cancel],
  exception: [{ ...submit, label: 'Submit again' }, cancel],
  foc_confirmed: [finish, postpone, except, cancel],
}

/** Why calls to an order's numbers will be refused, if a step brings them here as the order is. */
export function portWarning(
  { for_tenant_id, destination_id }: { for_tenant_id: string | null; destination_id: string | null },
  { to }: PortStep,
): string | undefined {
  if (to === 'exception' || to === 'cancelled') return undefined
  if (!for_tenant_id) return 'The order has no tenant. Calls to its numbers are refused once they arrive.'
  if (!destination_id)
    return 'The order has no route. Calls to numbers without one of their own are refused once they arrive.'
  return undefined
}

/** Next steps of a port order; none once it is ported or cancelled. */
export function portSteps(state: string): readonly PortStep[] {
  return STEPS[state as PortState] ?? []
}
