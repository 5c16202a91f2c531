/** The first and last day of the full quarter before this day's. */
export function lastQuarter(today: Date): { from: string; until: string } {
  const first = Math.floor(today.getUTCMonth() / 3) * 3 - 3
  const day = (month: number, date: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), month, date)).toISOString().slice(0, 10)
  return { from: day(first, 1), until: day(first + 3, 0) }
}
