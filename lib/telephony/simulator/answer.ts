import { shownNumber } from '../../validation/phone'
import type { QueueStrategy } from '../next-agent'
import type { Path, PhoneRing, Stage } from '../routing/path'
import type { Reason } from '../routing/reason'
import { reasonText } from '../routing/reason-text'
import type { Step, Target } from '../routing/step'

const AS_IF_NO_CALLS =
  'Agents ring as if none of them had had a call yet. The queue’s form shows who is next by today’s calls.'

/** A sentence describing a path. */
export interface Line {
  /** Seconds since the call began. */
  at: number
  reason: Reason
  /** Other effects. */
  notes: readonly Reason[]
  /** The step that starts there; null for leaving one. */
  stage: Stage | null
}

/** A path as sentences in order: what each step does, and why the call leaves it. Repeated sentences are merged. */
export function linesOf({ stages }: Path): Line[] {
  const lines: Line[] = []
  const say = (line: Line) => {
    const last = lines.at(-1)
    if (last && reasonText(last.reason) === reasonText(line.reason)) {
      const stage = line.stage ?? last.stage
      lines[lines.length - 1] = { ...last, notes: [...last.notes, ...line.notes], stage }
    } else {
      lines.push(line)
    }
  }
  for (const stage of stages) {
    const { at, seconds, step, taken } = stage
    const full = step.limits.some((limit) => limit.full === taken)
    if (!full) say({ at, reason: step.reason, notes: step.notes, stage })
    if (taken) say({ at: at + seconds, reason: taken.reason, notes: [], stage: null })
  }
  return lines
}

const ASSUMED: Readonly<Partial<Record<QueueStrategy, string>>> = {
  'longest-idle-agent': AS_IF_NO_CALLS,
  'round-robin': AS_IF_NO_CALLS,
  'agent-with-least-talk-time': AS_IF_NO_CALLS,
  'agent-with-fewest-calls': AS_IF_NO_CALLS,
  random: 'Agents ring in random order. This is one of the possible orders.',
}

/** What the simulation assumes in a step whose course depends on more than the configuration; undefined for any other. */
export function assumedIn(step: Step): string | undefined {
  return step.kind === 'queue' && step.members.length > 1 ? ASSUMED[step.strategy] : undefined
}

/** A phone on a path. */
export interface RingingPhone {
  /** The extension's number, or the outside number. */
  key: string
  label: string
  /** Whether the answering person must accept the call. */
  confirms: boolean
  /** Whether the call ends there unless an outcome is assumed. */
  leaves: boolean
}

/** The phones whose state decides a path, in the order they are reached. */
export function phonesOf({ stages }: Path): RingingPhone[] {
  const phones = stages.flatMap(({ step }) => phonesOfStep(step))
  return [...new Map(phones.map((phone) => [phone.key, phone])).values()]
}

function phonesOfStep(step: Step): RingingPhone[] {
  switch (step.kind) {
    case 'ring':
      return step.legs.map(({ target, confirm }) => ({
        key: target.number,
        label: target.label,
        confirms: confirm,
        leaves: false,
      }))
    case 'queue':
      return step.members
        .filter(({ status }) => status !== 'Logged Out')
        .map(({ extension: { number, label } }) => ({ key: number, label, confirms: false, leaves: false }))
    case 'outside':
      return [{ key: step.number, label: shownNumber(step.number), confirms: false, leaves: true }]
    default:
      return []
  }
}

/** The rings of one phone, in order. */
export interface PhoneBar {
  target: Target
  rings: readonly PhoneRing[]
}

/** The phones that ring in a step, each once, in the order they start. */
export function barsOf({ rings, stages }: Path, stage: Stage): PhoneBar[] {
  const bars = new Map<string, { target: Target; rings: PhoneRing[] }>()
  for (const ring of rings) {
    if (stages.findLast(({ at, step }) => rang(step) && at <= ring.start) !== stage) continue
    const bar = bars.get(ring.target.number)
    if (bar) bar.rings.push(ring)
    else bars.set(ring.target.number, { target: ring.target, rings: [ring] })
  }
  return [...bars.values()]
}

function rang({ kind }: Step): boolean {
  return kind === 'ring' || kind === 'queue'
}

/** The outside numbers that a path may call, E.164, without duplicates. */
export function outsideNumbers({ stages }: Path): string[] {
  const numbers = stages.flatMap(({ step }) => {
    if (step.kind === 'outside') return [step.number]
    if (step.kind !== 'ring') return []
    return step.legs.flatMap(({ target }) => (target.kind === 'outside' ? [target.number] : []))
  })
  return [...new Set(numbers)]
}

/** The outside number the caller is connected to; undefined if nobody outside answers. */
export function connectedOutside({ end, stages }: Path): string | undefined {
  if (end.answeredBy) return end.answeredBy.kind === 'outside' ? end.answeredBy.number : undefined
  const last = stages.at(-1)?.step
  return end.how === 'left the tenant' && last?.kind === 'outside' ? last.number : undefined
}

/** How a call ends, as a sentence without a period. */
export function endText({ end }: Path): string {
  switch (end.how) {
    case 'answered':
      return `${end.answeredBy?.label ?? 'Somebody'} answers`
    case 'message left':
      return 'The caller leaves a voicemail message'
    case 'recording played':
      return 'The caller hears a recording, and the call ends'
    case 'feature done':
      return end.reason.why === 'call park' ? 'The call stays parked' : 'A feature code takes the call'
    case 'joined a room':
      return 'The caller is in the conference'
    case 'fax received':
      return 'The switch receives a fax'
    case 'paged':
      return 'The caller speaks from the phones'
    case 'left the tenant':
      return 'The call leaves the tenant'
    case 'gave up':
      return 'The caller hangs up'
    case 'refused':
      return end.reason.why === 'loop' ? 'A loop ends the call' : 'The call ends unanswered'
  }
}

/** When it ends, in seconds since the call began; for a message, when it starts. */
export function endsAt({ end, seconds, stages }: Path): number {
  return end.how === 'message left' ? (stages.at(-1)?.at ?? seconds) : seconds
}
