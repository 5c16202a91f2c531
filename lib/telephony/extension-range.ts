import { MAX_NAME_LENGTH } from './extension-name'

export interface RangeItem {
  number: string
  name: string
}

export interface RangeRequest {
  /** The lowest number, 2–7 digits; leading zeros are kept. */
  first: string
  /** How many extensions, 1–200. */
  count: number
  /** Name pattern; `{number}` is replaced by the number and `{n}` counts from 1. */
  namePattern: string
}

/** Most extensions added at once. */
export const MAX_RANGE_LENGTH = 200

/**
 * The extensions of a range, or the problem with the request in one sentence. A range never changes its number of digits:
 * dialplans tell extensions from outside numbers by length.
 */
export function extensionRange({ first, count, namePattern }: RangeRequest): RangeItem[] | string {
  if (!/^[0-9]{2,7}$/.test(first)) return 'Enter a first number with 2 to 7 digits.'
  if (!Number.isInteger(count) || count < 1 || count > MAX_RANGE_LENGTH) {
    return `Enter 1 to ${MAX_RANGE_LENGTH} extensions.`
  }
  const last = Number(first) + count - 1
  if (String(last).length > first.length) {
    return `The range would go past ${'9'.repeat(first.length)}.`
  }
  const items = Array.from({ length: count }, (_, index) => {
    const number = String(Number(first) + index).padStart(first.length, '0')
    return { number, name: nameOf(namePattern, number, index + 1) }
  })
  const tooLong = items.find(({ name }) => name.length > MAX_NAME_LENGTH)
  if (tooLong) return `The name of ${tooLong.number} is longer than ${MAX_NAME_LENGTH} characters.`
  return items
}

/** Where `count` consecutive numbers start among free numbers, as proposed; the first free number when there is no such run. */
export function firstFreeRange(free: readonly string[], count: number): string | undefined {
  const start = free.findIndex((number, index) => {
    const last = free[index + count - 1]
    return last !== undefined && Number(last) === Number(number) + count - 1
  })
  return free[Math.max(start, 0)]
}

/** A range for display: `1020 to 1039`, or one number. */
export function rangeText(items: readonly RangeItem[]): string {
  const [first, last] = [items[0]?.number, items.at(-1)?.number]
  if (first === undefined) return ''
  return first === last ? first : `${first} to ${last}`
}

function nameOf(pattern: string, number: string, position: number): string {
  return pattern
    .replace(/\{(number|n)\}/g, (_, field) => (field === 'number' ? number : String(position)))
    .trim()
}
