import { describe, expect, test } from 'vitest'
import { fieldOf } from '@/lib/records/resource'
import { CREATABLE_DESTINATIONS } from '@/lib/resources/creatable'

/** A valid value for each required field, by kind; a feature code begins with a star. */
const FILLED: Record<string, unknown> = {
  number: '6789',
  extension: '6789',
  feature_code: '*55',
  name: 'Night desk',
  effective_caller_id_name: 'Night desk',
}

describe.each(CREATABLE_DESTINATIONS.map((one) => [one.noun, one] as const))(
  'a %s made while choosing a destination',
  (_noun, { load }) => {
    test('is valid with only its essential fields filled in', async () => {
      const resource = await load()
      const asked = resource.essentials
      const values = asked.map((name) => [name, FILLED[name] ?? crypto.randomUUID()])
      const { error } = resource.schema.safeParse({ ...resource.blank, ...Object.fromEntries(values) })
      expect(error?.issues).toBeUndefined()
      for (const name of asked) expect(fieldOf(resource, name)?.kind).not.toBe('secret')
    })
  },
)
