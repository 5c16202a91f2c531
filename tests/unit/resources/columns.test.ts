import { expect, test } from 'vitest'
import { columnLabel } from '@/lib/records/resource'
import { declaredResources } from '../../support/resources'

const resources = await declaredResources()
const headersOf = (resource: (typeof resources)[number]) =>
  resource.columns.map(({ id, header }) => header ?? columnLabel(resource, id))

test.each(resources.map((resource) => [resource.plural, resource] as const))(
  'no two columns of %s have the same header',
  (_plural, resource) => {
    const headers = headersOf(resource)
    expect(headers).toEqual([...new Set(headers)])
  },
)

test('whether a record is enabled is called its status in every list', () => {
  const headers = resources.flatMap(({ columns }) => columns.filter(({ id }) => id === 'enabled'))
  expect(headers.length).toBeGreaterThan(10)
  expect(new Set(headers.map(({ header }) => header))).toEqual(new Set(['Status']))
})
