import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDateTime } from '@/lib/dates/format'
import type { Field } from '@/lib/records/field'
import { displayText, type Names, parseText, plainText } from '@/lib/records/field-text'

const LABELS: Record<string, string> = {
  a1: '1001 Reception',
  b2: 'Greeting',
  c3: '+12125550100 Main line',
  d4: '+12125550101 First',
  e5: '+12125550101 Second',
}
const NAMES: Names = {
  label: (_field, id) => LABELS[id],
  id: (_field, text) =>
    Object.keys(LABELS).find((id) => [id, LABELS[id], LABELS[id]?.split(' ')[0]].includes(text)),
}
const common = { name: 'x', label: 'Value' }
const OPTIONS = [
  { value: 'all', label: 'All calls' },
  { value: 'none', label: 'None' },
]
const field = (kind: Field['kind']) =>
  ({ ...common, kind, options: OPTIONS, to: undefined }) as unknown as Field

/** A non-empty value of a field kind. */
const VALUES: [Field['kind'], fc.Arbitrary<unknown>][] = [
  ['text', fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')],
  ['number', fc.integer()],
  ['switch', fc.boolean()],
  ['select', fc.constantFrom('all', 'none')],
  ['reference', fc.constantFrom(...Object.keys(LABELS))],
  ['destination', fc.constantFrom(...Object.keys(LABELS))],
  ['phone', fc.constantFrom('+12125550100', '+442079460000')],
  ['mac', fc.constant('AA:BB:CC:00:11:22')],
  [
    'date',
    fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  ],
  ['list', fc.array(fc.stringMatching(/^[a-z0-9]+$/), { minLength: 1 })],
]

describe('a value in a CSV file', () => {
  test('may be a date in a spreadsheet’s format, and is rejected if the date does not exist', () => {
    expect(parseText(field('date'), '1/31/2026', NAMES)).toBe('2026-01-31')
    for (const wrong of ['2026-02-30', '13/1/2026', 'soon', '2026']) {
      expect(() => parseText(field('date'), wrong, NAMES)).toThrow('is not a date')
    }
  })

  test.each(VALUES)('of kind %s survives export and import', (kind, values) => {
    fc.assert(
      fc.property(values, (value) => {
        expect(parseText(field(kind), plainText(field(kind), value, NAMES), NAMES)).toEqual(value)
      }),
    )
  })

  test('that refers to a telephone number is exported without its description, unless only that tells it apart', () => {
    const written = (id: string) => plainText(field('reference'), id, NAMES)
    expect(['a1', 'c3', 'e5'].map(written)).toEqual(['1001 Reception', '+12125550100', '+12125550101 Second'])
  })

  test.each([
    ['text', '', ''],
    ['number', '', null],
    ['select', ' ', null],
    ['switch', 'TRUE', true],
    ['switch', 'disabled', false],
    ['select', 'all calls', 'all'],
    ['phone', '(212) 555-0100', '+12125550100'],
    ['phone', '+44 20 7946 0018', '+442079460018'],
    ['phone', '911', '911'],
    ['mac', 'aabb.cc00.1122', 'AA:BB:CC:00:11:22'],
    ['reference', '1001 Reception', 'a1'],
    ['destination', '1001 Reception', 'a1'],
    ['reference', '3F2A0000-0000-4000-8000-00000000000a', '3f2a0000-0000-4000-8000-00000000000a'],
    ['destination', '(207) 555-0199', '+12075550199'],
    ['destination', '+44 20 7946 0018', '+442079460018'],
  ] as const)('of kind %s reads %j as %j', (kind, text, value) => {
    expect(parseText(field(kind), text, NAMES)).toEqual(value)
  })

  test.each([
    ['number', 'ten', 'Value: "ten" is not a number.'],
    ['switch', 'perhaps', 'Value: "perhaps" is not yes or no.'],
    ['select', 'some', 'Value: "some" is not one of All calls, None.'],
    ['reference', '9999', 'Value: "9999" matches no record, or more than one.'],
    ['destination', '9999', 'Value: "9999" matches no record, or more than one.'],
  ] as const)('of kind %s rejects %j', (kind, text, message) => {
    expect(() => parseText(field(kind), text, NAMES)).toThrow(message)
  })
})

describe('a displayed value', () => {
  test.each([
    ['text', null, '—'],
    ['switch', true, 'Yes'],
    ['select', 'all', 'All calls'],
    ['select', 'gone', 'gone'],
    ['phone', '+12125550100', '(212) 555-0100'],
    ['destination', 'a1', '1001 Reception'],
    ['destination', 'zz', 'zz'],
    ['list', ['a', 'b'], 'a; b'],
  ] as const)('of kind %s shows %j as %j', (kind, value, text) => {
    expect(displayText(field(kind), value, NAMES)).toBe(text)
  })

  test.each(['2026-12-01T01:00:00+00:00', '2026-12-01T01:00:00.000Z'])(
    'of kind text shows the moment %s in the reader’s time zone',
    (moment) => {
      expect(displayText(field('text'), moment, NAMES)).toBe(formatDateTime(moment))
    },
  )

  test('of an unknown field is shown unchanged', () => {
    expect(displayText(undefined, 12, NAMES)).toBe('12')
    expect(displayText(undefined, false, NAMES)).toBe('No')
    expect(displayText(undefined, { a: 1 }, NAMES)).toBe('{"a":1}')
  })
})
