import { expect, test } from 'vitest'
import { csvFields, parseRows } from '@/lib/records/record-csv'
import { recordNames } from '@/lib/records/record-names'
import { declaredResources } from '../../support/resources'

/** Fields without an empty value: a number, a choice or a switch that starts with one of its own. */
const filled = (await declaredResources()).flatMap((resource) =>
  csvFields(resource)
    .filter(
      ({ name }) => name in resource.shape && ![null, ''].includes(resource.blank[name] as string | null),
    )
    .filter(({ kind }) => kind !== 'text' && kind !== 'list')
    .map((field) => [resource.plural, field.heading, { resource, field }] as const),
)

test('there are fields of each kind that cannot be empty', () => {
  expect(new Set(filled.map(([, , { field }]) => field.kind))).toEqual(
    new Set(['number', 'select', 'switch']),
  )
})

test.each(filled)('an empty cell of %s is refused in the column %s', async (_plural, heading, given) => {
  const { resource, field } = given
  const file = { header: [heading], rows: [['']], places: [2], overlong: new Map() }
  const [row] = await parseRows(resource, file, { [field.name]: 0 }, recordNames(new Map()))
  expect(row?.problem).toMatch(`${field.label}: `)
})
