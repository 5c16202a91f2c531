import { useMemo } from 'react'
import { type Day, dayAfter, readersDay } from '@/lib/dates/day'
import type { DaySpan } from '@/lib/dates/span'
import { isoOfInput } from '@/lib/dates/wall-input'
import { useBusinessDay, useBusinessZone } from './use-business-day'
import { useIsInBrowser } from './use-is-in-browser'

/**
 * The current day in the reader's time zone, for what says when something happened; work goes by the business day. The server does not
 * know the reader's zone, and renders the company's day.
 */
export function useReadersDay(): Day {
  const businessDay = useBusinessDay()
  return useIsInBrowser() ? readersDay() : businessDay
}

/** A span of the reader's days in ISO 8601, its end excluded; the server takes the company's days. */
export function useReadersTimes({ from, until }: DaySpan): { from: string; to: string } {
  const inBrowser = useIsInBrowser()
  const zone = useBusinessZone()
  return useMemo(() => {
    const start = (day: Day) =>
      inBrowser ? new Date(`${day}T00:00`).toISOString() : String(isoOfInput(zone, `${day}T00:00`))
    return { from: start(from), to: start(dayAfter(until, 1)) }
  }, [inBrowser, zone, from, until])
}
