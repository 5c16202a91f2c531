import { expect, test } from 'vitest'
import type { Resource } from '@/lib/records/resource'
import { fieldLabel } from '@/lib/trail/field-label'
import { humanize, lowerFirst } from '@/lib/words'

const modules = import.meta.glob<Record<string, unknown>>('/lib/resources/*.ts', { eager: true })
const declared = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((one): one is Resource => one instanceof Object && 'table' in one && 'fields' in one)

/** Each form's own labels that are not the column's name in words; two fields with one label are told apart by their groups. */
function ownLabels() {
  const labels: Record<string, Record<string, string>> = {}
  for (const { table, fields } of declared) {
    for (const { name, label, group } of fields) {
      const shared = fields.filter((field) => field.label === label).length > 1
      const told = shared && group ? `${group}, ${lowerFirst(label)}` : label
      if (told !== humanize(name)) labels[table] = { ...labels[table], [name]: told }
    }
  }
  return labels
}

test('the trail’s labels are those of the forms; `npx vitest run --project unit field-labels -u` writes them', async () => {
  const sorted = Object.entries(ownLabels()).sort(([one], [other]) => one.localeCompare(other))
  const file = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
  await expect(file).toMatchFileSnapshot('../../../lib/trail/field-labels.json')
})

/** What forms and filters call the values of their choices, where it is not the value. */
function ownChoices() {
  const choices: Record<string, Record<string, Record<string, string>>> = {}
  for (const { table, fields, filters } of declared) {
    const lists = fields.flatMap((field) =>
      field.kind === 'select' ? [{ column: field.name, options: field.options }] : [],
    )
    const filtered = filters.flatMap((filter) =>
      filter.options ? [{ column: filter.name, options: filter.options }] : [],
    )
    for (const { column, options } of [...filtered, ...lists]) {
      const told = options.filter(
        ({ value, label }) => label !== value && !/^(true|false|.*\/.*)$/.test(value),
      )
      if (told.length > 0) {
        const labels = Object.fromEntries(told.map(({ value, label }) => [value, label]))
        choices[table] = { ...choices[table], [column]: labels }
      }
    }
  }
  return choices
}

test('the trail’s choices are those of the forms; `npx vitest run --project unit field-labels -u` writes them', async () => {
  const sorted = Object.entries(ownChoices()).sort(([one], [other]) => one.localeCompare(other))
  const file = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
  await expect(file).toMatchFileSnapshot('../../../lib/trail/choice-labels.json')
})

test('every field of every kind of record is called in the trail what its form calls it', () => {
  expect(declared.length).toBeGreaterThan(30)
  for (const { table, fields } of declared) {
    for (const { name, label } of fields) {
      expect(fieldLabel(table, name).toLowerCase(), `${table}.${name}`).toContain(label.toLowerCase())
    }
  }
})

test('no two fields of a form have one label in the trail', () => {
  for (const { table, fields } of declared) {
    const told = fields.map(({ name }) => fieldLabel(table, name))
    expect(told, table).toEqual([...new Set(told)])
  }
})

test.each([
  ['members', 'user_role', 'Role'],
  ['members', 'full_name', 'Name'],
  ['roles', 'second_factor', 'Ask for a second factor'],
  ['subscriptions', 'service_id', 'Product'],
  ['tenants', 'extension_limit', 'Extension seats'],
])('of %s, which no declaration draws, %s is called what the form calls it: %s', (table, column, label) => {
  expect(fieldLabel(table, column)).toBe(label)
})
