import type { Reason } from '../telephony/routing/reason'
import { plainJson } from './plain'

/** A step of the path that the switch was told: when (milliseconds since 1970) and why. */
export interface Told {
  at: number
  reason: Reason
}

/** The path is cut, first in its middle, at so many steps and at so many characters as JSON. */
const MOST_STEPS = 40
const MOST_CHARACTERS = 8000
const KEPT_AT_THE_START = 8

/** The path so far; what is not one is an empty path. */
export function toldBefore(text: string): Told[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  return Array.isArray(value) ? value.filter(isTold) : []
}

function isTold(value: unknown): value is Told {
  const { at, reason } = Object(value) as Partial<Told>
  const { why, record } = Object(reason) as Partial<Reason>
  return typeof at === 'number' && typeof why === 'string' && typeof record === 'object' && record !== null
}

/** The path with more reasons at its end. One that repeats the one before it is left out. */
export function toldMore(path: readonly Told[], at: number, ...reasons: readonly (Reason | null)[]): Told[] {
  const told = [...path]
  for (const reason of reasons) {
    if (reason && plainJson(reason) !== plainJson(told.at(-1)?.reason ?? null)) told.push({ at, reason })
  }
  while (told.length > KEPT_AT_THE_START + 1 && isTooLong(told)) told.splice(KEPT_AT_THE_START, 1)
  return told
}

const isTooLong = (told: readonly Told[]) =>
  told.length > MOST_STEPS || plainJson(told).length > MOST_CHARACTERS

/** The path as the channel variable `trunkline_path` holds it. */
export function pathVariable(told: readonly Told[]): string {
  return plainJson(told)
}
