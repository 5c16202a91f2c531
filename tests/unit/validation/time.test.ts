import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockToMinutes, minutesToClock, minutesToTime, timeToMinutes } from '@/lib/validation/time'

const runs = { numRuns: 1000 }
const OUT_OF_RANGE = 'Invalid input. Minutes should be between 1 and 1440 inclusive.'
const BAD_FORMAT = 'Invalid time format. Time should be in HH:MM format.'
const BAD_VALUE = 'Invalid time value. Time should be between 00:00 and 23:59.'

const notAMinuteOfTheDay = fc.oneof(
  fc.integer({ max: -1 }),
  fc.integer({ min: 1440 }),
  fc.double().filter((value) => !Number.isInteger(value)),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 1440, 0.5, 1439.5),
)

describe('minutesToTime', () => {
  test.each([
    [0, '00:00'],
    [1, '00:01'],
    [59, '00:59'],
    [60, '01:00'],
    [725, '12:05'],
    [1439, '23:59'],
  ])('turns %d into %s', (minutes, expected) => {
    expect(minutesToTime(minutes)).toBe(expected)
  })

  test('is undone by timeToMinutes for every minute of the day', () => {
    for (let minutes = 0; minutes < 1440; minutes += 1) {
      expect(minutesToTime(minutes)).toMatch(/^\d\d:\d\d$/)
      expect(timeToMinutes(minutesToTime(minutes))).toBe(minutes)
    }
  })

  test('rejects anything but a minute of the day', () => {
    fc.assert(
      fc.property(notAMinuteOfTheDay, (minutes) => {
        expect(() => minutesToTime(minutes)).toThrow(new Error(OUT_OF_RANGE))
        expect(() => minutesToClock(minutes)).toThrow(new Error(OUT_OF_RANGE))
      }),
      runs,
    )
  })
})

describe('timeToMinutes', () => {
  test.each([
    ['00:00', 0],
    ['0:0', 0],
    ['8:5', 485],
    ['08:30', 510],
    ['23:59', 1439],
  ])('turns %s into %d', (time, expected) => {
    expect(timeToMinutes(time)).toBe(expected)
  })

  test('reads every hour and minute', () => {
    fc.assert(
      fc.property(fc.nat(23), fc.nat(59), (hours, minutes) => {
        expect(timeToMinutes(`${hours}:${minutes}`)).toBe(hours * 60 + minutes)
      }),
      runs,
    )
  })

  test('requires exactly two colon-separated parts', () => {
    const parts = fc
      .array(
        fc.string().map((text) => text.replaceAll(':', '')),
        { minLength: 1, maxLength: 5 },
      )
      .filter((list) => list.length !== 2)
    fc.assert(
      fc.property(fc.oneof(parts, fc.constantFrom([''], ['08', '30', '00'], ['0830'])), (list) => {
        expect(() => timeToMinutes(list.join(':'))).toThrow(new Error(BAD_FORMAT))
      }),
      runs,
    )
  })

  test.each([
    '24:00',
    '23:60',
    '-1:30',
    '12:-5',
    ':',
    '08:',
    ':30',
    ' 08:30',
    '08:30 ',
    'ab:cd',
    '1.5:00',
    '٠٨:٣٠',
    '008:30',
    '1e1:00',
  ])('reports that %j is out of range', (time) => {
    expect(() => timeToMinutes(time)).toThrow(new Error(BAD_VALUE))
  })

  test('rejects two parts unless they are an hour and a minute', () => {
    const part = fc.oneof(
      fc.integer().map(String),
      fc.double().map(String),
      fc.string().map((text) => text.replaceAll(':', '')),
    )
    fc.assert(
      fc.property(part, part, (hours, minutes) => {
        const isHour = /^[0-9]{1,2}$/.test(hours) && Number(hours) < 24
        const isMinute = /^[0-9]{1,2}$/.test(minutes) && Number(minutes) < 60
        fc.pre(!(isHour && isMinute))
        expect(() => timeToMinutes(`${hours}:${minutes}`)).toThrow(new Error(BAD_VALUE))
      }),
      runs,
    )
  })
})

describe('minutesToClock', () => {
  test.each([
    [0, '12:00 AM'],
    [1, '12:01 AM'],
    [545, '9:05 AM'],
    [719, '11:59 AM'],
    [720, '12:00 PM'],
    [750, '12:30 PM'],
    [780, '1:00 PM'],
    [1439, '11:59 PM'],
  ])('turns %d into %s', (minutes, expected) => {
    expect(minutesToClock(minutes)).toBe(expected)
  })

  test('names the same moment as the 24-hour clock, each minute differently', () => {
    const texts = Array.from({ length: 1440 }, (_, minutes) => minutesToClock(minutes))
    expect(new Set(texts).size).toBe(1440)
    for (const [minutes, text] of texts.entries()) {
      const [, hour, minute, half] = /^(1[0-2]|[1-9]):([0-5]\d) (AM|PM)$/.exec(text) ?? []
      expect((Number(hour) % 12) * 60 + Number(minute) + (half === 'PM' ? 720 : 0)).toBe(minutes)
    }
  })
})

describe('clockToMinutes', () => {
  test.each([
    ['12:00 AM', 0],
    ['1:30pm', 810],
    ['8 am', 480],
    ['08:05 P.M.', 1205],
    [' 12 PM ', 720],
    ['13:00 PM', null],
    ['0:30 AM', null],
    ['8:5 AM', null],
    ['8:00', null],
    ['', null],
  ])('turns %j into %s', (text, expected) => {
    expect(clockToMinutes(text)).toBe(expected)
  })

  test('undoes minutesToClock for every minute of the day', () => {
    for (let minutes = 0; minutes < 1440; minutes += 1) {
      expect(clockToMinutes(minutesToClock(minutes))).toBe(minutes)
    }
  })
})
