import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCursor, parseCursor } from '@/lib/lists/cursor'
import { isFiltered, type TenantQuery } from '@/lib/tenants/tenant-query'
import { isUuid } from '@/lib/validation/uuid'

const everything: TenantQuery = {
  search: '',
  status: null,
  timeZone: null,
  full: false,
  problems: null,
  sort: 'company',
  descending: false,
  after: null,
  before: null,
}

describe('a page cursor', () => {
  test('survives a round trip through the address', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), (id, value) => {
        expect(parseCursor(formatCursor({ id, value }))).toEqual({ id, value })
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    '',
    'abc',
    '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
    '.Harbor',
    'x1b8022fb-1fd7-4d51-81ae-3b153fb4fd35.H',
  ])('is null for the address "%s"', (text) => expect(parseCursor(text)).toBeNull())
})

describe('a query', () => {
  test('without a search term or filters is unfiltered, whatever its order and page', () => {
    const cursor = { id: '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35', value: 'Harbor' }
    expect(
      isFiltered({ ...everything, search: '  ', sort: 'created', descending: true, after: cursor }),
    ).toBe(false)
  })

  test.each([{ search: 'a' }, { status: 'active' }, { timeZone: 'America/Denver' }, { full: true }] as const)(
    'with %o is filtered',
    (part) => expect(isFiltered({ ...everything, ...part })).toBe(true),
  )
})

describe('a tenant id', () => {
  test('is any UUID', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => isUuid(id) && isUuid(id.toUpperCase())),
      { numRuns: 1000 },
    )
  })

  test.each([
    '',
    'abc',
    '1b8022fb1fd74d5181ae3b153fb4fd35',
    ' 1b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
    null,
    ['a'],
  ])('is not %o', (value) => expect(isUuid(value)).toBe(false))
})
