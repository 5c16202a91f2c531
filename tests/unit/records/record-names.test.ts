import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field } from '@/lib/records/field'
import { parseText, plainText } from '@/lib/records/field-text'
import { recordNames } from '@/lib/records/record-names'

const TO = { table: 'recordings', columns: ['name'], noun: 'recording' } as const
const reference: Field = { name: 'x', label: 'Sound', kind: 'reference', to: TO }
const route: Field = { name: 'y', label: 'Routes to', kind: 'destination' }

/** Ids that cannot be mistaken for labels, like UUIDs. */
const labels = fc.uniqueArray(
  fc.tuple(fc.uuid(), fc.constantFrom('Night', 'Night greeting', '1001', '1001 Reception', '1001 ✉', 'Day')),
  { selector: ([id]) => id },
)

describe('the name of a record in a file', () => {
  test('is its label, the number the label starts with, or its id', () => {
    const destinations = { e: '1001 Reception', v: '1001 Reception ✉', x: '(207) 555-0123' }
    const names = recordNames(new Map([['destinations', new Map(Object.entries(destinations))]]))
    expect(['1001 Reception', '1001', 'e'].map((text) => names.id(route, text))).toEqual(['e', 'e', 'e'])
    expect(names.id(route, '1001 Reception ✉')).toBe('v')
    expect(names.id(route, '(207)')).toBeUndefined()
  })

  test('is a phone number in any format', () => {
    const names = recordNames(new Map([['recordings', new Map([['d', '+14065550114 Direct line']])]]))
    const written = ['+14065550114', '(406) 555-0114', '4065550114', '1-406-555-0114', '(406) 555-0115']
    expect(written.map((text) => names.id(reference, text))).toEqual(['d', 'd', 'd', 'd', undefined])
    const abroad = recordNames(new Map([['destinations', new Map([['a', '+442079460018']])]]))
    expect(['+44 20 7946 0018', '+44 (0)20 7946-0018'].map((text) => abroad.id(route, text))).toEqual([
      'a',
      'a',
    ])
  })

  test('is never matched by a partial name', () => {
    const names = recordNames(new Map([['recordings', new Map([['a', 'Night greeting']])]]))
    expect(names.id(reference, 'Night')).toBeUndefined()
  })

  test('finds the same record again, even if labels repeat', () => {
    fc.assert(
      fc.property(labels, (entries) => {
        const names = recordNames(new Map([['recordings', new Map(entries)]]))
        for (const [id] of entries) {
          expect(parseText(reference, plainText(reference, id, names), names)).toBe(id)
        }
      }),
    )
  })
})
