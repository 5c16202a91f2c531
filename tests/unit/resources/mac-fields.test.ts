import { describe, expect, test } from 'vitest'
import { issuesOf } from '@/lib/records/resource'
import { MAC_WANTED } from '@/lib/validation/mac'
import { declaredResources } from '../../support/resources'

const withMac = (await declaredResources()).flatMap((resource) =>
  resource.fields
    .filter(({ kind }) => kind === 'mac')
    .map(({ name }) => [resource.plural, resource, name] as const),
)

test('Devices and stock items have a MAC address', () => {
  expect(withMac.map(([plural]) => plural).sort()).toEqual(['devices', 'stock items'])
})

describe.each(withMac)('the MAC address of %s', (_plural, resource, name) => {
  test.each(['00:00:00:00:00:00', 'ff-ff-ff-ff-ff-ff', '0015.65aa.bb', 'phone'])('cannot be %s', (mac) => {
    expect(issuesOf(resource, { [name]: mac })).toEqual([{ column: name, message: MAC_WANTED }])
  })

  test.each(['00-15-65-aa-bb-cc', '001565AABBCC', '0015.65aa.bbcc'])('can be %s', (mac) => {
    expect(issuesOf(resource, { [name]: mac })).toEqual([])
  })
})
