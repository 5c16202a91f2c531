import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayLabel, formatDate, formatUtc, monthLabel, shortDayLabel } from '@/lib/dates/format'
import { relativeTime } from '@/lib/dates/relative-time'

const moment = fc.date({ min: new Date('1971-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })

const written = (at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', options).format(at)

test('dates are written as Intl writes them, days whatever the reader’s time zone', () => {
  fc.assert(
    fc.property(moment, (at) => {
      const day = at.toISOString().slice(0, 10)
      const inUtc = (options: Intl.DateTimeFormatOptions) => written(at, { ...options, timeZone: 'UTC' })
      expect(formatDate(at.toISOString())).toBe(written(at, { dateStyle: 'medium' }))
      expect(formatUtc(at.toISOString())).toBe(inUtc({ dateStyle: 'medium', timeStyle: 'long' }))
      expect(dayLabel(day)).toBe(inUtc({ dateStyle: 'medium' }))
      expect(shortDayLabel(day)).toBe(inUtc({ month: 'short', day: 'numeric' }))
      expect(monthLabel(day)).toBe(inUtc({ month: 'long', year: 'numeric' }))
      expect(monthLabel(day, 'short')).toBe(inUtc({ month: 'short', year: 'numeric' }))
    }),
  )
})

test.each([
  [30, 'just now'],
  [-30, 'just now'],
  [60, '1 minute ago'],
  [59 * 60, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_400, '1 day ago'],
  [47 * 3600, '1 day ago'],
  [2 * 86_400, '2 days ago'],
  [7 * 86_400, '1 week ago'],
  [31 * 86_400, '1 month ago'],
  [400 * 86_400, '1 year ago'],
  [800 * 86_400, '2 years ago'],
])('%i seconds ago is %s', (seconds, text) => {
  expect(relativeTime(0, seconds * 1000)).toBe(text)
})
