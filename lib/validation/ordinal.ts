/**
 * The number with its ordinal suffix: `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`, `111th`.
 *
 * Specification section 5: "Ordinal suffixes st, nd, rd, th, with the 11-13 exceptions (th)." A negative number takes the suffix
 * of its absolute value.
 *
 * @returns undefined unless the number is a safe integer.
 */
export function formatOrdinal(value: number): string | undefined {
  if (!Number.isSafeInteger(value)) return undefined
  const lastTwo = Math.abs(value) % 100
  if (lastTwo >= 11 && lastTwo <= 13) return `${value}th`
  const suffix = { 1: 'st', 2: 'nd', 3: 'rd' }[lastTwo % 10] ?? 'th'
  return `${value}${suffix}`
}
