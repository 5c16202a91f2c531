import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeOf } from '@/lib/telephony/provisioning/configuration'
import { examplePhone, withProfile } from '@/lib/telephony/provisioning/example-phone'
import { filesOf } from '@/lib/telephony/provisioning/files'
import { keyGroups, type KeyRow, keyRows, withKey, withoutKey } from '@/lib/telephony/provisioning/key-rows'
import { PHONE_MODELS } from '@/lib/telephony/provisioning/models'

const keys = fc.record({
  id: fc.uuid(),
  category: fc.constantFrom('line' as const, 'memory' as const, 'expansion' as const),
  position: fc.integer({ min: 1, max: 6 }),
  type: fc.constantFrom('none' as const, 'line' as const),
  line: fc.constant(1),
  value: fc.constant(''),
  destination_id: fc.constant(null),
  label: fc.constant(''),
})
const blf: KeyRow = {
  id: 'k1',
  category: 'line',
  position: 2,
  type: 'blf',
  line: 1,
  value: '',
  destination_id: 'd1',
  label: '',
}

describe('the keys in the form', () => {
  test('are one per position, in order', () => {
    fc.assert(
      fc.property(fc.array(keys), (given) => {
        const rows = given.reduce<KeyRow[]>(withKey, [])
        expect(new Set(rows.map(placeOf)).size).toBe(rows.length)
        expect(withKey(rows, given[0] ?? blf)).toHaveLength(given.length > 0 ? rows.length : 1)
        for (const key of given) expect(withoutKey(rows, key)).toHaveLength(rows.length - 1)
      }),
    )
  })

  test.each([
    [{ destination_id: null }, 'Line key 2: say which number it dials.'],
    [
      { destination_id: null, value: '12 34' },
      'Line key 2: a number has digits, letters and * # + . _ @ : - only.',
    ],
    [{ label: 'x'.repeat(65) }, 'Line key 2: a label has at most 64 characters.'],
  ])('with %j are rejected with the position named', (given, message) => {
    expect(keyRows.safeParse([{ ...blf, ...given }]).error?.issues).toMatchObject([{ message }])
  })

  test('with a number to dial are accepted', () => {
    expect(
      keyRows.safeParse([blf, { ...blf, position: 3, destination_id: null, value: '*98' }]).success,
    ).toBe(true)
  })
})

test.each(PHONE_MODELS)('each key of the $vendor $name is on one page', (model) => {
  const places = keyGroups(model).flatMap(({ category, positions }) =>
    positions.map((position) => placeOf({ category, position })),
  )
  expect(new Set(places).size).toBe(places.length)
  expect(places).toHaveLength(
    model.lineKeys + model.memoryKeys + model.expansionKeys * model.expansionModules,
  )
})

test('a profile preview uses sample numbers and names for its keys', () => {
  const profile = {
    name: 'Front desk',
    vendor: 'Yealink',
    model: 'T54W',
    device_profile_keys: [blf],
    device_profile_settings: [
      { name: 'features.dnd.enable', value: '0', enabled: true },
      { name: 'off.setting', value: '1', enabled: false },
    ],
  }
  const phone = withProfile(examplePhone('harbor.pbx.example', 'Etc/UTC'), profile, () => ({
    number: '1001',
    name: 'Reception',
  }))
  const text = filesOf(phone)[0]?.text
  expect(text).toContain('linekey.2.value = 1001\nlinekey.2.label = Reception\n')
  expect(text).toContain('features.dnd.enable = 0')
  expect(text).not.toContain('off.setting')
})
