import { escapeInLeg } from './escape'

type Values = Readonly<Record<string, string | number | boolean | undefined>>

/** Variables of a leg, `[a=b,…]`, or of all legs, `{a=b,…}`. Quoted values are already escaped. */
export function variables(open: '[' | '{', values: Values): string {
  const listed = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [`${name}=${String(value).startsWith("'") ? value : escapeInLeg(String(value))}`],
  )
  return listed.length === 0 ? '' : open + listed.join(',') + (open === '[' ? ']' : '}')
}
