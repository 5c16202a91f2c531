/**
 * Whether two answers hold the same, maps and sets by what they contain. For SWR, whose own comparison takes any two
 * maps for equal: what was fetched anew would not be shown. Cycles are not followed.
 */
export function sameData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isObject(one) || !isObject(other)) return false
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false
  if (one instanceof Date && other instanceof Date) return Object.is(one.getTime(), other.getTime())
  if (isCollection(one) && isCollection(other)) return sameData([...one], [...other])
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameData(one[key], other[key]))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isCollection(value: object): value is Map<unknown, unknown> | Set<unknown> {
  return value instanceof Map || value instanceof Set
}
