import { randomUUID } from 'node:crypto'
import type { Step } from '../telephony/routing/step'
import type { Answer } from './dialplan'
import { notifiedCall } from './emergency'
import { extensionAsked, type SwitchRequest } from './request'
import type { SwitchStore, TenantState } from './switch-store'

/** The block rules that divert the call, or keep it from phones that would ring. */
function rulesOf(step: Step | null): Set<string> {
  const reasons = step ? [step.reason, ...step.notes] : []
  const rules = reasons.map((reason) =>
    reason.why === 'blocked' ? reason.record : 'blockedBy' in reason ? reason.blockedBy : undefined,
  )
  return new Set(rules.flatMap((rule) => rule?.id ?? []))
}

/** Counts the hits of the rules that block a call. The call does not wait for a locked row or a full disk. */
export function tellOfHits(step: Step | null, state: TenantState, store: SwitchStore): void {
  for (const rule of rulesOf(step)) {
    store
      .countHit(state, rule)
      .catch((error: unknown) => console.error('A blocked call could not be counted:', error))
  }
}

/** Maximum pause before retrying to store a 911 call. */
const LONGEST_PAUSE_MS = 15_000

/**
 * Queues the notifications of a 911 call, even one that cannot be routed, or of its failure. The call does not wait for it, and failures
 * are retried until it is stored.
 */
export function tellOfEmergency(
  { step, failed }: Answer,
  form: SwitchRequest,
  state: TenantState,
  store: SwitchStore,
): void {
  const told = step ?? failed
  const notice = told && notifiedCall(told, form['Unique-ID'] || randomUUID(), failed !== null)
  if (!notice) return
  const attempt = (pause: number) => {
    store.notifyEmergency(state, notice).catch((error: unknown) => {
      console.error('A 911 call could not be noted yet:', error)
      setTimeout(attempt, pause, Math.min(2 * pause, LONGEST_PAUSE_MS))
    })
  }
  attempt(250)
}

/** Makes a change once: if the switch repeats a request because the answer was late, it gets the same answer. */
export async function changing(
  state: TenantState,
  { xml: done, change: { effect, failed } }: { xml: string; change: NonNullable<Answer['change']> },
  dialer: string,
  form: SwitchRequest,
  store: SwitchStore,
  pin: string | undefined,
): Promise<string> {
  const channel = form['Unique-ID'] ?? ''
  const question = `${channel} ${extensionAsked(form)}`
  const before = channel === '' ? undefined : await store.noted(state, question, done)
  if (before !== undefined) return before
  let made = false
  try {
    made = await store.change(state, dialer, effect, pin)
  } finally {
    if (!made && channel !== '') await store.noted(state, question, null)
  }
  return made ? done : failed
}
