import { formatFigure } from './figures'

const ABBREVIATIONS = /\b(did|dnd|e911|foc|id|ip|ivr|mac|pin|sip|tls|url)\b/g

/** A column name or stored value in words: `call_timeout` becomes "Call timeout", `mac` becomes "MAC". */
export function humanize(name: string): string {
  const words = name.replace(/(_destination)?_(id|uuid)$/, '').replaceAll(/[_-]/g, ' ')
  return sentenceCase(words.replaceAll(ABBREVIATIONS, (short) => short.toUpperCase()))
}

/** The text with a capital first letter. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The text inside a sentence: "Ring timeout" becomes "ring timeout", "MAC address" stays. */
export function lowerFirst(text: string): string {
  return /^\p{Lu}\P{Lu}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

/** The label of a choice, or the value if it is none of them. */
export const labelIn = (choices: readonly { value: string; label: string }[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value

/** "1 ring group", "5,000 ring groups": of a noun with a regular plural, or with its own. */
export function countOf(count: number, of: string | { noun: string; plural: string }): string {
  const { noun, plural } = typeof of === 'string' ? { noun: of, plural: pluralOf(of) } : of
  return `${formatFigure(count)} ${count === 1 ? noun : plural}`
}

/** "this number", "these 1,500 numbers". */
export const theseOf = (count: number, noun: string): string =>
  count === 1 ? `this ${noun}` : `these ${countOf(count, noun)}`

/** The regular plural of a noun. */
export function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}
