import { describe, expect, test } from 'vitest'
import type { Choice, Field, RecordValues } from '@/lib/records/field'
import { issuesOf, type Resource } from '@/lib/records/resource'
import * as generated from '@/lib/supabase/constraints'
import { declaredResources } from '../../support/resources'

interface Limits {
  choices?: readonly (string | number)[]
  min?: number
  max?: number
  maxLength?: number
}

/** Where a form deliberately limits more or less than the database: `table.column` and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'call_center_queues.exit_key': 'The database checks it by a pattern.',
  'companies.time_zone': 'The database knows the zones.',
  'company_profiles.time_zone': 'The database knows the zones.',
  'companies.website': 'The database checks it by a pattern, too.',
  'device_profiles.vendor': 'Only vendors that the product writes files for get a profile.',
  'devices.vendor': 'The known vendors are offered; imports may name others.',
  'inventory.purchase_cost': 'Bounded by the type of the column, numeric(12, 2).',
  'services.one_off_price': 'Bounded by the type of the column, numeric(12, 2).',
  'services.monthly_price': 'Bounded by the type of the column, numeric(12, 2).',
  'portal_users.time_zone': 'The database knows the zones.',
  'tenant_settings.extension_high': 'The database checks both ends of the range together.',
  'tenant_settings.extension_low': 'The database checks both ends of the range together.',
  'tenant_settings.language': 'The database checks it by a pattern; the languages with prompts are offered.',
  'time_conditions.time_zone': 'The database knows the zones.',
}

const tables = generated as unknown as Readonly<Record<string, Readonly<Record<string, Limits>>>>
const limitsOf = (table: string, column: string): Limits => tables[table.toUpperCase()]?.[column] ?? {}
/** Limits of a column of the record, or of its restricted columns. */
const limitsIn = (
  { table, restrictedTable = table }: Pick<Resource, 'table' | 'restrictedTable'>,
  column: string,
): Limits => ({
  ...limitsOf(restrictedTable, column),
  ...limitsOf(table, column),
})

const fields = (await declaredResources()).flatMap((resource) =>
  resource.fields
    .filter(({ kind }) => kind !== 'secret')
    .map((field) => ({ at: `${resource.table}.${field.name}`, resource, field })),
)
const usual = fields.filter(({ at }) => !(at in EXCEPTIONS))

/** Choices for a boolean that may be inherited. */
function isOnOff(options: readonly Choice[]): boolean {
  return options.every(({ value }) => value === 'true' || value === 'false')
}

/** Whether the form accepts a value. */
function takes({ resource, field }: { resource: Resource; field: Field }, value: unknown): boolean {
  return !issuesOf(resource, { [field.name]: value } as RecordValues).some(
    ({ column }) => column === field.name,
  )
}

describe('a form allows exactly what the database allows', () => {
  test.each(usual.filter(({ field }) => field.kind === 'date'))('$at takes only days that exist', (given) => {
    expect(['2026-02-28', '2026-02-30', '2/28/2026'].map((day) => takes(given, day))).toEqual([
      true,
      false,
      false,
    ])
  })

  test.each(usual.filter(({ field }) => field.kind === 'select' && !isOnOff(field.options)))(
    '$at offers the database’s choices',
    ({ field, resource }) => {
      const offered = field.kind === 'select' ? field.options.map(({ value }) => value) : []
      const { choices = [] } = limitsIn(resource, field.name)
      // Empty text means no value, not a choice.
      expect([...offered].sort()).toEqual(choices.map(String).filter(Boolean).sort())
      expect(offered.filter((value) => !takes({ resource, field }, value))).toEqual([])
    },
  )

  test.each(usual.filter(({ field }) => field.kind === 'number'))(
    '$at has the database’s bounds',
    ({ field, resource }) => {
      const { min, max } = limitsIn(resource, field.name)
      expect(field).toMatchObject({ min, max })
      const taken = [Number(min), Number(max), Number(min) - 1, Number(max) + 1].map((n) =>
        takes({ resource, field }, n),
      )
      expect(taken).toEqual([true, true, false, false])
    },
  )

  test.each(usual.filter(({ field, resource }) => limitsIn(resource, field.name).maxLength))(
    '$at has the database’s length limit',
    ({ field, resource }) => {
      const { maxLength = 0 } = limitsIn(resource, field.name)
      expect(field).toMatchObject({ maxLength })
      const taken = [maxLength, maxLength + 1].map((length) =>
        takes({ resource, field }, '1 Main St'.padEnd(length, 'a').slice(0, length)),
      )
      expect(taken).toEqual([true, false])
    },
  )
})

test('list filters offer exactly the values that the database allows', async () => {
  const filters = (await declaredResources()).flatMap(({ table, filters }) =>
    filters.flatMap(({ name, options = [] }) => {
      const { choices = [] } = limitsOf(table, name)
      if (options.length === 0 || choices.length === 0) return []
      return {
        at: `${table}.${name}`,
        offered: options.map(({ value }) => value),
        choices: choices.map(String),
      }
    }),
  )
  expect(filters.length).toBeGreaterThan(10)
  const differing = filters.filter(
    ({ offered, choices }) => [...offered].sort().join() !== choices.filter(Boolean).sort().join(),
  )
  expect(differing).toEqual([])
})

test('every exception is a declared field', () => {
  expect(fields.map(({ at }) => at)).toEqual(expect.arrayContaining(Object.keys(EXCEPTIONS)))
})
