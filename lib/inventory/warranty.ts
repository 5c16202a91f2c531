/**
 * The last day of a warranty, as 2026-01-31, or null where the day of purchase or the months are not known. A month
 * later is the same day of the next one, or its last where it has no such day.
 */
export function warrantyEnd(purchasedOn: string | null, months: number | null): string | null {
  if (!purchasedOn || months === null) return null
  const [year = 0, month = 1, day = 1] = purchasedOn.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}
