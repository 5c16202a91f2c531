import { escapeInLeg } from './escape'

/** Text of the compiler's own, written in single quotes because it contains characters that have a meaning between the brackets. */
export interface Quoted {
  quoted: string
}

export const quoted = (text: string): Quoted => ({ quoted: text })

type Values = Readonly<Record<string, string | number | boolean | Quoted | undefined>>

/** Variables of a leg, `[a=b,…]`, or of all legs, `{a=b,…}`. */
export function variables(open: '[' | '{', values: Values): string {
  const listed = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${written(value)}`],
  )
  return listed.length === 0 ? '' : open + listed.join(',') + (open === '[' ? ']' : '}')
}

const written = (value: string | number | boolean | Quoted) =>
  typeof value === 'object' ? `'${value.quoted}'` : escapeInLeg(String(value))
