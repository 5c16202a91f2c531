import { beforeAll, describe, expect, test } from 'vitest'
import { PAGE_SIZE } from '@/lib/lists/page'
import { CREATABLE_DESTINATIONS } from '@/lib/resources/creatable'
import { SECTIONS } from '@/lib/session/permissions'
import { callerOf, type Client } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { declaredResources } from '../support/resources'

const resources = await declaredResources()

interface List {
  table_name: string
  section: string
  source: string | null
  searchable: string[]
  sortable: string[]
  filterable: string[]
}

const lists = new Map(
  (await query<List>('select * from private.record_lists')).map((list) => [list.table_name, list]),
)
const relations = new Map(
  (
    await query<{ name: string; columns: string[] }>(`
      select c.relname as name, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') group by c.relname`)
  ).map(({ name, columns }) => [name, columns]),
)
const secrets = new Set(
  (
    await query<{ secret: string }>(`select owner_table || '.' || field as secret from private.secret_rules`)
  ).map(({ secret }) => secret),
)
const parents = new Set(
  (
    await query<{ link: string }>(`
      select f.conrelid::regclass || '.' || a.attname || ' > ' || f.confrelid::regclass as link
      from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
      where f.contype = 'f' and f.confdeltype = 'c' and f.connamespace = 'public'::regnamespace`)
  ).map(({ link }) => link),
)

let staff: Client
beforeAll(async () => {
  staff = (await callerOf('superadmin')).client
})

test('at least one resource is declared', () => {
  expect(resources.length).toBeGreaterThan(0)
})

/** Tables with a list in two sections: numbers and telephony, customers and sales. */
const IN_TWO_SECTIONS: readonly string[] = ['companies', 'dids']

describe.each(resources.map((resource) => [resource.noun, resource] as const))(
  'the %s',
  (_noun, resource) => {
    const list = lists.get(resource.table)
    const columns = [resource.table, resource.restrictedTable].flatMap(
      (table) => relations.get(table ?? '') ?? [],
    )
    const listed = relations.get(list?.source ?? resource.table) ?? []
    const children = resource.children.map(({ table }) => table as string)
    const plain = resource.fields.filter(({ kind }) => kind !== 'secret')
    // Records created elsewhere get their key there; here it is only shown, and matched by imports.
    const key = resource.elsewhere.includes('create') ? resource.importKey : []
    const written = plain.filter(({ name }) => !key?.includes(name))

    test('is a table with a factory and a section', () => {
      expect(columns).toEqual(expect.arrayContaining(['id', 'version', 'created_at', 'updated_at']))
      expect(Object.keys(FACTORIES)).toContain(resource.table)
      expect(SECTIONS).toContain(resource.section)
    })

    test('has only fields that its table has, and only secrets with a rule', () => {
      expect(columns).toEqual(expect.arrayContaining(plain.map(({ name }) => name)))
      for (const { name, kind } of resource.fields) {
        if (kind === 'secret') expect(secrets).toContain(`${resource.table}.${name}`)
      }
    })

    test('has default values for writable columns, including all its fields', () => {
      const blank = Object.keys(resource.blank)
      expect([...columns, ...children]).toEqual(expect.arrayContaining(blank))
      expect(blank).not.toEqual(expect.arrayContaining(['id']))
      expect(blank).toEqual(expect.arrayContaining(written.map(({ name }) => name)))
    })

    test('sorts and filters only by what its list allows', () => {
      expect(list).toBeDefined()
      expect(listed).toEqual(expect.arrayContaining(['id', 'version']))
      const sorts = resource.columns.filter(({ sortable }) => sortable).map(({ id }) => id)
      expect(list?.sortable).toEqual(expect.arrayContaining([...sorts, resource.sort.column]))
      expect(list?.filterable).toEqual(expect.arrayContaining(resource.filters.map(({ name }) => name)))
      if (resource.search) expect(list?.searchable).not.toEqual([])
      if (!IN_TWO_SECTIONS.includes(resource.table)) expect(list?.section).toBe(resource.section)
    })

    test.runIf(resource.restrictedTable)(
      'keeps restricted columns in the table that its list names',
      async () => {
        const [named] = await query<{ restricted_table: string | null }>(
          'select restricted_table from private.record_lists where table_name = $1',
          [resource.table],
        )
        // Another resource of the same table may have none.
        expect([undefined, named?.restricted_table]).toContain(resource.restrictedTable)
      },
    )

    test('names only fields and columns that exist', () => {
      const { importKey = [], unique, essentials } = resource
      expect(columns).toEqual(expect.arrayContaining([...importKey, ...unique]))
      expect(resource.fields.map(({ name }) => name)).toEqual(expect.arrayContaining([...essentials]))
    })

    test.runIf(children.length > 0)('has child rows that are deleted with it', () => {
      for (const { table, parent, orderBy } of resource.children) {
        expect(parents).toContain(`${table}.${parent} > ${resource.table}`)
        expect(relations.get(table)).toEqual(expect.arrayContaining([parent, orderBy]))
      }
    })

    test('can be listed in every order and with every filter it offers', async () => {
      const sorts = resource.columns.filter(({ sortable }) => sortable).map(({ id }) => id)
      for (const sort_by of [...new Set([resource.sort.column, ...sorts])]) {
        const { data, error } = await staff.rpc('record_page', {
          target_table: resource.table,
          sort_by,
          page_size: PAGE_SIZE,
        })
        expect(error).toBeNull()
        for (const row of data as unknown[]) expect(row).toHaveProperty('sort_value')
      }
      for (const { name, options = [] } of resource.filters) {
        for (const { value } of options) {
          const filters = { [name]: value }
          const { error } = await staff.rpc('record_count', { target_table: resource.table, filters })
          expect(error).toBeNull()
        }
      }
    })

    // A tenant has one settings record, which needs no label.
    test.skipIf(resource.table === 'tenant_settings')('gives every stored record a label', async () => {
      const { data, error } = await staff.rpc('record_page', { target_table: resource.table, page_size: 5 })
      expect(error).toBeNull()
      // The demo's data have no emails.
      if (resource.table !== 'mails') expect(data).not.toEqual([])
      for (const row of data as never[]) expect(resource.label(row)).not.toBe('')
    })
  },
)

describe.each(CREATABLE_DESTINATIONS.map((one) => [one.noun, one] as const))(
  'a %s made while choosing a destination',
  (noun, creatable) => {
    test('asks for its required fields, and becomes a destination', async () => {
      const resource = await creatable.load()
      expect(resource).toMatchObject({ noun })
      expect(resource.essentials).not.toEqual([])
      const triggers = await query(
        `select 1 from pg_trigger where tgrelid = $1::regclass and tgname = 'publish_destination_of_new'`,
        [`public.${resource.table}`],
      )
      expect(triggers).toHaveLength(1)
    })
  },
)
