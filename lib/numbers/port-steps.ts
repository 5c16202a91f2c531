/** A step of a port order: where it leads, and what has to be said with it. */
export interface PortStep {
  to: string
  label: string
  question: string
  asks?: 'reason' | 'day'
  danger?: boolean
}

const cancel: PortStep = {
  to: 'cancelled',
  label: 'Cancel the order',
  question: 'The numbers stay where they are and are no longer expected here. This cannot be undone.',
  danger: true,
}
const submit: PortStep = {
  to: 'submitted',
  label: 'Mark as submitted',
  question:
    'The order has been placed with the carrier. Its numbers are settled, and stand under Numbers as porting in.',
}
const except: PortStep = {
  to: 'exception',
  label: 'Note an exception',
  question: 'The other carrier has refused. What has to be put right?',
  asks: 'reason',
}
const confirm: PortStep = {
  to: 'foc_confirmed',
  label: 'Confirm the FOC date',
  question: 'Both carriers have agreed on the day on which the numbers move.',
  asks: 'day',
}
const finish: PortStep = {
  to: 'ported',
  label: 'Mark as ported',
  question:
    'The numbers have arrived. They are assigned to the tenant, and calls to them are routed from now on.',
}

/** The steps that the database allows from each state, the usual one first. */
const STEPS: Readonly<Record<string, readonly PortStep[]>> = {
  draft: [submit, cancel],
  submitted: [confirm, except, cancel],
  exception: [{ ...submit, label: 'Submit again' }, cancel],
  foc_confirmed: [finish, except, cancel],
}

/** What can be done next with a port order; nothing once it is ported or cancelled. */
export function portSteps(state: string): readonly PortStep[] {
  return STEPS[state] ?? []
}
