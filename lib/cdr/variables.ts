import { clipped } from '../clipped'
import { CDR } from '../supabase/constraints'
import { detectPhone } from '../validation/phone'

/** A variable's text; empty when it is missing or not a text or number. */
export function textOf(source: Record<string, unknown>, name: string): string {
  const value = source[name]
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

/** The first variable that is not empty. */
export function firstText(source: Record<string, unknown>, ...names: string[]): string {
  for (const name of names) {
    const text = textOf(source, name)
    if (text) return text
  }
  return ''
}

/** Microseconds since 1970 as ISO 8601; undefined for 0, which the switch writes for "never". */
export function momentOf(microseconds: string): string | undefined {
  const milliseconds = Number(microseconds) / 1000
  if (!(milliseconds > 0) || milliseconds > 8.64e15) return undefined
  return new Date(milliseconds).toISOString()
}

/**
 * A number as stored: E.164 for North American and international numbers, otherwise as dialed (an extension, a feature code,
 * "anonymous"), at most as long as its column takes.
 */
export function storedNumber(dialed: string): string {
  const user = dialed.replace(/^(sips?|tel):/i, '').replace(/@.*/s, '')
  const international = /^(?:\+|011)([1-9]\d{6,14})$/.exec(user)?.[1]
  return detectPhone(user) ?? (international ? `+${international}` : clipped(user, CDR.from_number.maxLength))
}

/** The value as an object; empty when it is something else. */
export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** The value as a list of objects; a single object counts as a list of one. */
export function objectsOf(value: unknown): Record<string, unknown>[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return list.map(objectOf)
}
