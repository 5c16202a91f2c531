import type { Reason } from '../telephony/routing/reason'
import { escapeJson } from './escape'

/** A routing step given to the switch: when (milliseconds since 1970) and why. */
export interface PathStep {
  at: number
  reason: Reason
}

/** Limits of the path in steps and in JSON characters; it is shortened in the middle. */
const MOST_STEPS = 40
const MOST_CHARACTERS = 8000
const KEPT_AT_THE_START = 8

/** The path so far; empty if it is invalid. */
export function parsePath(text: string): PathStep[] {
  // Every call begins with none, and an error takes longer than the rest of an answer's text.
  if (text === '') return []
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  return Array.isArray(value) ? value.filter(isTold) : []
}

function isTold(value: unknown): value is PathStep {
  const { at, reason } = Object(value) as Partial<PathStep>
  const { why, record } = Object(reason) as Partial<Reason>
  return typeof at === 'number' && typeof why === 'string' && typeof record === 'object' && record !== null
}

/** Appends reasons to the path, skipping one that repeats its predecessor. */
export function extendPath(
  path: readonly PathStep[],
  at: number,
  ...reasons: readonly (Reason | null)[]
): PathStep[] {
  const steps = [...path]
  for (const reason of reasons) {
    if (reason && escapeJson(reason) !== escapeJson(steps.at(-1)?.reason ?? null)) steps.push({ at, reason })
  }
  while (steps.length > KEPT_AT_THE_START + 1 && isTooLong(steps)) steps.splice(KEPT_AT_THE_START, 1)
  return steps
}

const isTooLong = (steps: readonly PathStep[]) =>
  steps.length > MOST_STEPS || escapeJson(steps).length > MOST_CHARACTERS

/** The path as the channel variable PATH. */
export function pathVariable(steps: readonly PathStep[]): string {
  return escapeJson(steps)
}
