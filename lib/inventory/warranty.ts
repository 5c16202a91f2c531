/**
 * Last day of a warranty as YYYY-MM-DD, or null when the purchase date or term is unknown. A month ends on the same day of the
 * next month, or on its last day where that day does not exist.
 */
export function warrantyEnd(purchasedOn: string | null, months: number | null): string | null {
  if (!purchasedOn || months === null) return null
  const [year = 0, month = 1, day = 1] = purchasedOn.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}
