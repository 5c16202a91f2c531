import type { CALL_EXPECTATIONS } from '../../supabase/constraints'
import type { Tables } from '../../supabase/database.types'
import { shownNumber } from '../../validation/phone'
import type { Path } from '../routing/path'
import type { Place } from '../routing/place'
import { placeLabel } from '../routing/place-label'
import { simulate } from '../routing/simulate'
import type { Row, TenantSnapshot } from '../routing/snapshot'
import { indexOf, refOf, type SnapshotIndex } from '../routing/snapshot-index'
import type { Step, Target } from '../routing/step'
import { endText } from './answer'
import { questionOf, type TestCall } from './question'
import { momentOf } from './test-moment'

/** An expected outcome of a call. */
export interface Expectation extends Pick<
  Tables<'call_expectations'>,
  'id' | 'name' | 'destination_id' | 'version'
> {
  question: TestCall
  /** Whether the call passes the destination, ends there, or ends unanswered. */
  outcome: Outcome
}

export type Outcome = (typeof CALL_EXPECTATIONS.outcome.choices)[number]

const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  comes_to: 'comes to',
  ends_at: 'ends at',
  ends_unanswered: 'ends unanswered',
}

export interface Verdict {
  expectation: Expectation
  /** Also once it is over. */
  holds: boolean
  /** The actual outcome, or why the call cannot be tested, as a sentence. */
  actual: string
  /** Its moment has passed: it is no longer tested. */
  isOver?: true
}

/** A possible expectation: a place where the call goes or ends. */
export interface PossibleOutcome {
  outcome: Outcome
  /** A row of `destinations`, or an outside number (E.164) that may not have one yet; null if the call ends unanswered. */
  destination: { id: string } | { number: string } | null
  /** `ends at the voicemail of extension 1001 Front desk` */
  text: string
}

/** Whether an expectation is met, for a snapshot and an instant (milliseconds since 1970). */
export function verdictOf(snapshot: TenantSnapshot, expectation: Expectation, now: number): Verdict {
  const moment = momentOf(snapshot.tenant.time_zone, expectation.question.at, now)
  if (moment !== undefined && moment < now) return { expectation, holds: true, actual: '', isOver: true }
  const asked = questionOf(snapshot, expectation.question, now)
  if ('field' in asked) return { expectation, holds: false, actual: asked.text }
  const path = simulate(snapshot, asked.started, asked.assumptions)
  return { expectation, holds: isMet(snapshot, expectation, path), actual: `${endText(path)}.` }
}

/** The expectations that are not met, in order. */
export function brokenExpectations(
  snapshot: TenantSnapshot,
  expectations: readonly Expectation[],
  now: number,
): Verdict[] {
  return expectations.map((each) => verdictOf(snapshot, each, now)).filter(({ holds }) => !holds)
}

function isMet(snapshot: TenantSnapshot, expectation: Expectation, path: Path): boolean {
  if (expectation.outcome === 'ends_unanswered') return endsUnanswered(path)
  const index = indexOf(snapshot)
  const destination = index.row('destinations', expectation.destination_id)
  if (!destination) return false
  const expected = keyOf(destination)
  return expectation.outcome === 'ends_at'
    ? lastOf(index, path) === expected
    : passedBy(index, path).includes(expected)
}

/** An expectation as text: `comes to the ring group 6000 Sales`. */
export function expectedText(snapshot: TenantSnapshot, { outcome, destination_id: id }: Expectation): string {
  if (id === null) return OUTCOME_LABELS[outcome]
  return `${OUTCOME_LABELS[outcome]} ${placeLabel(indexOf(snapshot), { at: 'destination', id }).label}`
}

/** Possible expectations for the current outcome of a call: its ending first, then each place it passes, in order. */
export function possibleOutcomes(snapshot: TenantSnapshot, path: Path): PossibleOutcome[] {
  const index = indexOf(snapshot)
  const byKey = new Map(snapshot.destinations.map((row) => [keyOf(row), row]))
  const station = (outcome: Outcome, key: string): PossibleOutcome[] => {
    const row = byKey.get(key)
    const words = OUTCOME_LABELS[outcome]
    if (row) {
      const { label } = placeLabel(index, { at: 'destination', id: row.id })
      return [{ outcome, destination: { id: row.id }, text: `${words} ${label}` }]
    }
    if (!key.startsWith(OUTSIDE)) return []
    const number = key.slice(OUTSIDE.length)
    return [{ outcome, destination: { number }, text: `${words} ${shownNumber(number)}` }]
  }
  const last = lastOf(index, path)
  const unanswered: PossibleOutcome = {
    outcome: 'ends_unanswered',
    destination: null,
    text: OUTCOME_LABELS.ends_unanswered,
  }
  return [
    ...(endsUnanswered(path) ? [unanswered] : last === undefined ? [] : station('ends_at', last)),
    ...[...new Set(passedBy(index, path))].flatMap((key) => station('comes_to', key)),
  ]
}

function endsUnanswered({ end }: Path): boolean {
  return end.how === 'refused' || end.how === 'gave up'
}

const OUTSIDE = 'external '

/** A key shared by equivalent destinations. */
function keyOf({ id, kind, record_id: record, number }: Row<'destinations'>): string {
  if (kind === 'external') return OUTSIDE + number
  return record === null ? `destination ${id}` : `${kind} ${record}`
}

function keyOfPlace(index: SnapshotIndex, place: Place): string | undefined {
  if (place.at === 'voicemail') return `voicemails ${place.extensionId}`
  const row = place.at === 'destination' ? index.row('destinations', place.id) : undefined
  return row && keyOf(row)
}

function keyOfTarget(target: Target): string {
  return target.kind === 'extension' ? `extensions ${target.id}` : OUTSIDE + target.number
}

function keysOfStep(index: SnapshotIndex, step: Step): string[] {
  const at = keyOfPlace(index, step.place)
  return [...(at ? [at] : []), ...(step.kind === 'outside' ? [OUTSIDE + step.number] : [])]
}

/** Where a call goes, in order of time: places, and phones that ring. */
function passedBy(index: SnapshotIndex, { stages, rings }: Path): string[] {
  const places = stages.flatMap(({ at, step }) => keysOfStep(index, step).map((key) => ({ at, key })))
  const phones = rings.map(({ start, target }) => ({ at: start, key: keyOfTarget(target) }))
  return [...places, ...phones].toSorted((one, other) => one.at - other.at).map(({ key }) => key)
}

function lastOf(index: SnapshotIndex, { end, stages }: Path): string | undefined {
  if (end.answeredBy) return keyOfTarget(end.answeredBy)
  const last = stages.at(-1)
  return last && keysOfStep(index, last.step).at(-1)
}

/** The caller as text: `extension 1001 Front desk`, `anyone outside`. */
export function callerText(snapshot: TenantSnapshot, { extension, caller, withheld }: TestCall): string {
  if (extension !== null) {
    const phone = indexOf(snapshot).rows('extensions', 'extension', extension)[0]
    return `extension ${phone ? refOf('extensions', phone).label : extension}`
  }
  if (withheld) return 'a withheld number'
  return caller === '' ? 'anyone outside' : shownNumber(caller)
}
