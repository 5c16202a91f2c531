import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roleKey, roleLabel } from '@/lib/staff/roles'
import { ROLE_NAME } from '@/lib/staff/staff'

describe('the key of a role', () => {
  test.each([
    ['Night desk (east)', 'night-desk-east'],
    ['  Équipe de nuit ', 'equipe-de-nuit'],
    ['2nd level support', 'nd-level-support'],
    ['Große Schicht', 'grosse-schicht'],
    ['tech', 'tech'],
    ['123', ''],
  ])('of %j is %j', (label, key) => {
    expect(roleKey(label)).toBe(key)
  })

  test('is valid for any label with at least two letters or digits', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (label) => {
        const key = roleKey(label)
        expect(key.length < 2 || ROLE_NAME.test(key)).toBe(true)
      }),
    )
  })
})

test('a role without a label is shown by its key', () => {
  expect(roleLabel({ name: 'tech', label: '' })).toBe('tech')
  expect(roleLabel({ name: 'night-desk', label: 'Night desk' })).toBe('Night desk')
})
