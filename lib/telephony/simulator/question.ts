import { ruleNumber } from '../caller-match'
import type { Assumptions, PhoneState } from '../routing/assumptions'
import { ANY_CALLER, callFromOutside, callFromPhone } from '../routing/place'
import type { StartedCall } from '../routing/simulate'
import type { TenantSnapshot } from '../routing/snapshot'
import { indexOf } from '../routing/snapshot-index'
import { momentOf } from './test-moment'

/** Simulated behaviors of a phone, with labels. */
export const PHONE_CHOICES = [
  { value: 'away', label: 'No answer' },
  { value: 'answers', label: 'Answers after 5 secs' },
  { value: 'unconfirmed', label: 'Answers, does not accept' },
  { value: 'busy', label: 'Busy' },
  { value: 'unregistered', label: 'Not registered' },
] as const

export type PhoneChoice = (typeof PHONE_CHOICES)[number]['value']

const STATES: Readonly<Record<PhoneChoice, PhoneState>> = {
  away: { is: 'away' },
  answers: { is: 'answers', after: 5 },
  unconfirmed: { is: 'answers', after: 5, confirms: false },
  busy: { is: 'busy' },
  unregistered: { is: 'unregistered' },
}

/** The form of a call test. */
export interface TestCall {
  /** Number of the calling extension, empty if none is chosen; null for a caller from outside. */
  extension: string | null
  /** The outside caller's number as typed; empty for a caller to whom no rule applies. */
  caller: string
  withheld: boolean
  /** The called number: one of the tenant's in E.164, or what the phone dials. */
  to: string
  /** In the tenant's zone: `2026-03-08T09:00`, or `6 10:00` for the next Saturday at ten; null for now. */
  at: string | null
  /** The caller's input, separated by spaces between menus. */
  digits: string
  /** By extension number, or outside number in E.164. */
  phones: Readonly<Record<string, PhoneChoice>>
  /** Seconds after which the caller hangs up; null for an hour. */
  patience: number | null
}

export interface Question {
  started: StartedCall
  assumptions: Assumptions
}

/** Why a call cannot be tested: the field to fix and how. */
export interface Lack {
  field: 'extension' | 'caller' | 'to' | 'at'
  text: string
}

/** The engine's input for the form, `now` in milliseconds since 1970; or what is missing. */
export function questionOf(snapshot: TenantSnapshot, form: TestCall, now: number): Question | Lack {
  const { extension, to } = form
  const index = indexOf(snapshot)
  const phone = extension === null ? undefined : index.rows('extensions', 'extension', extension)[0]
  if (extension !== null && !phone) {
    const text = extension
      ? `There is no extension ${extension}. Choose another.`
      : 'Choose the extension that calls.'
    return { field: 'extension', text }
  }
  const caller = ruleNumber(form.caller, 'exact')
  if (!phone && !form.withheld && form.caller.trim() !== '' && caller === undefined) {
    return { field: 'caller', text: 'Enter a valid phone number.' }
  }
  if (to.trim() === '') {
    return { field: 'to', text: phone ? 'Enter what the phone dials.' : 'Choose the number that is called.' }
  }
  const moment = momentOf(snapshot.tenant.time_zone, form.at, now)
  if (moment === undefined) {
    return { field: 'at', text: 'Enter a date and time that exist in the tenant’s time zone.' }
  }
  const outside = form.withheld ? callFromOutside('') : caller ? callFromOutside(caller) : ANY_CALLER
  return {
    started: {
      place: !phone && to.startsWith('+') ? { at: 'number', number: to } : { at: 'dialed', digits: to },
      call: phone ? callFromPhone(phone) : outside,
      moment,
    },
    assumptions: {
      digits: form.digits.split(/[\s,]+/).filter(Boolean),
      ...phoneStates(snapshot, form.phones),
      ...(form.patience === null ? {} : { patience: form.patience }),
    },
  }
}

function phoneStates(snapshot: TenantSnapshot, chosen: TestCall['phones']) {
  const phones: Record<string, PhoneState> = {}
  const outside: Record<string, PhoneState> = {}
  for (const [number, choice] of Object.entries(chosen)) {
    const extension = indexOf(snapshot).rows('extensions', 'extension', number)[0]
    if (extension) phones[extension.id] = STATES[choice]
    else outside[number] = STATES[choice]
  }
  return { phones, outside }
}
