import type { Assumptions } from '@/lib/telephony/routing/assumptions'
import { nextStep } from '@/lib/telephony/routing/next-step'
import type { Path } from '@/lib/telephony/routing/path'
import { type Call, callFromOutside, callFromPhone, type Place } from '@/lib/telephony/routing/place'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { simulate } from '@/lib/telephony/routing/simulate'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import type { Step } from '@/lib/telephony/routing/step'
import { anExtension } from '@/tests/support/factories/snapshot-rows'

/** A Tuesday at 10:00 in New York. */
export const TUESDAY = Date.parse('2026-03-03T15:00:00Z')
export const NUMBER = '+12075550100'
export const CALLER = '+12075550199'

export const toNumber = (number = NUMBER): Place => ({ at: 'number', number })
export const to = (id: string): Place => ({ at: 'destination', id })
export const dialing = (digits: string): Place => ({ at: 'dialed', digits })
export const from = (number = CALLER, name = '') => callFromOutside(number, name)
export const fromPhone = (extension: string) => callFromPhone(anExtension(extension))

/** The next step of a call, by default from outside on a Tuesday morning. */
export function ask<Kind extends Step['kind']>(
  snapshot: TenantSnapshot,
  kind: Kind,
  place: Place,
  call: Call = from(),
  moment = TUESDAY,
): Extract<Step, { kind: Kind }> {
  const step = nextStep(snapshot, place, call, moment)
  if (step.kind !== kind) throw new Error(`A ${step.kind} step: ${reasonText(step.reason)}`)
  return step as Extract<Step, { kind: Kind }>
}

export function walk(
  snapshot: TenantSnapshot,
  place: Place,
  assumptions: Assumptions = {},
  call: Call = from(),
  moment = TUESDAY,
): Path {
  return simulate(snapshot, { place, call, moment }, assumptions)
}

/** The reasons of a step, as sentences. */
export const said = (step: Step) => [step.reason, ...step.notes].map(reasonText)
/** Who rings when, in seconds of the call: `1001 Desk 1001 0–30`. */
export const rung = ({ rings }: Path) =>
  rings.map(
    ({ target, start, end }) =>
      `${target.kind === 'extension' ? target.number : target.label} ${start}–${end}`,
  )
/** How a path ends, in words. */
export const endOf = ({ end, seconds }: Path) => `${end.how} after ${seconds}: ${reasonText(end.reason)}`
