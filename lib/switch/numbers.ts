import { withoutSeparators } from '../validation/phone'

/**
 * A number as carriers send it, in E.164: `+12075550100`, `12075550100`, `2075550100`, `011442079460018` and `442079460018`.
 * Undefined for anything else, such as a withheld number.
 */
export function e164(sent: string): string | undefined {
  const compact = withoutSeparators(sent)
  if (/^\+[1-9][0-9]{6,14}$/.test(compact)) return compact
  if (/^[2-9][0-9]{2}[2-9][0-9]{6}$/.test(compact)) return `+1${compact}`
  if (/^011[1-9][0-9]{6,14}$/.test(compact)) return `+${compact.slice(3)}`
  return /^[1-9][0-9]{9,14}$/.test(compact) ? `+${compact}` : undefined
}
