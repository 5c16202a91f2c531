import { escapeInLeg } from './escape'

/** What stands for a number that its caller withholds. */
export const ANONYMOUS = 'anonymous'

/** Counted before it is routed, a leg would lose its slot when it is (switch_limit.c). */
export const COUNTS_ON = { limit_ignore_transfer: true } as const

/** The name under which a channel exports a variable to its legs, which get it without the prefix (switch_channel_process_export). */
export const exported = (variable: string) => `_nolocal_${variable}`

/** Text of the compiler's own, written in single quotes because it contains characters that have a meaning between the brackets. */
export interface Quoted {
  quoted: string
}

/** A text of the compiler's own, to be written as {@link Quoted}. */
export const quoted = (text: string): Quoted => ({ quoted: text })

/** Variables by name. Undefined and empty ones are left out. */
export type Values = Readonly<Record<string, string | number | boolean | Quoted | undefined>>

/** Variables of a leg, `[a=b,…]`, or of all legs, `{a=b,…}`. */
export function variables(open: '[' | '{', values: Values): string {
  const listed = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${written(open, value)}`],
  )
  return listed.length === 0 ? '' : open + listed.join(',') + (open === '[' ? ']' : '}')
}

/** FreeSWITCH has removed a leg's quotes before it looks for commas there (switch_ivr_originate), but not backslashes. */
function written(open: '[' | '{', value: string | number | boolean | Quoted): string {
  if (typeof value !== 'object') return escapeInLeg(String(value))
  return open === '[' ? `'${value.quoted.replaceAll(',', '\\,')}'` : `'${value.quoted}'`
}
