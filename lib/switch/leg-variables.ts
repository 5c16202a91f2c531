import { plainInLeg } from './plain'

type Values = Readonly<Record<string, string | number | boolean | undefined>>

/** Variables of a leg, `[a=b,…]`, or of all legs, `{a=b,…}`. Values are plain already where they are quoted. */
export function variables(open: '[' | '{', values: Values): string {
  const listed = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [`${name}=${String(value).startsWith("'") ? value : plainInLeg(String(value))}`],
  )
  return listed.length === 0 ? '' : open + listed.join(',') + (open === '[' ? ']' : '}')
}
