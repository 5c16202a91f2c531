import { expect, test } from 'vitest'
import { hourLabel } from '@/lib/dates/hour-label'
import { minutesToClock } from '@/lib/validation/time'

test('an hour of the day reads as the same minute does on the 12-hour clock', () => {
  for (let hour = 0; hour < 24; hour += 1) expect(hourLabel(hour)).toBe(minutesToClock(hour * 60))
  expect(hourLabel(24)).toBe('12:00 AM')
})
