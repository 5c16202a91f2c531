import { beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '@/lib/errors'
import type { RecordValues, TableName } from '@/lib/records/field'
import { importRecords } from '@/lib/records/import-records'
import {
  changeRecords,
  deleteRecord,
  deleteRecords,
  loadRecord,
  saveRecord,
  usesOf,
} from '@/lib/records/record-client'
import { allRecords } from '@/lib/records/record-list'
import type { Resource } from '@/lib/records/resource'
import { historyOf, revertEntry } from '@/lib/trail/revisions'
import { callerOf, type Client } from '../support/clients'
import { query, storedRow } from '../support/database'
import { declaredResources } from '../support/resources'
import { ownRow, rowsOf, type TenantRow, tenantTables } from '../support/tenant-rows'

const tables = await tenantTables()
const lists = await query<{ table: TableName; sort: string }>(
  'select table_name as table, sortable[1] as sort from private.record_lists order by 1',
)
const resources = await declaredResources()

/** Read-only lists. */
const ONLY_READ = ['audit_log', 'mails', 'voicemail_messages', 'faxes']
const records = lists.filter(({ table }) => tables.includes(table) && !ONLY_READ.includes(table))

const notSaved = ['id', 'tenant_id', 'version', 'created_at', 'updated_at']
const valuesOf = (row: TenantRow): RecordValues =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !notSaved.includes(column)))

const everything = { search: '', filters: {}, descending: false, after: null, before: null }

let staff: Client
beforeAll(async () => {
  staff = (await callerOf('superadmin')).client
})

describe.each(records)(
  'on the page of one tenant, a record of $table of another tenant',
  ({ table, sort }) => {
    // Lists without a resource have no parts and no import.
    const resource: Pick<Resource, 'table'> & Partial<Resource> = resources.find(
      (one) => one.table === table,
    ) ?? { table }
    let own: TenantRow
    let foreign: TenantRow
    let here: string
    let before: string[]

    beforeAll(async () => {
      own = await ownRow(table)
      foreign = await ownRow(table)
      here = own.tenant_id
      before = await bothTenants()
    })
    const bothTenants = () => rowsOf([here, foreign.tenant_id])

    test('can be read on its own tenant’s page', async () => {
      expect(here).not.toBe(foreign.tenant_id)
      expect(await loadRecord(staff, resource, foreign.tenant_id, foreign.id)).toMatchObject({
        id: foreign.id,
      })
      expect(await historyOf(staff, table, foreign.tenant_id, foreign.id)).not.toEqual([])
    })

    test('is not shown, listed or counted, and neither are its uses and its history', async () => {
      expect(await loadRecord(staff, resource, here, foreign.id)).toBeNull()
      expect(await usesOf(staff, table, here, foreign.id)).toEqual([])
      expect(await historyOf(staff, table, here, foreign.id)).toEqual([])
      const listed = JSON.stringify(
        await allRecords(staff, { table, tenantId: here }, { ...everything, sort }),
      )
      expect(listed).toContain(own.id)
      expect(listed).not.toContain(foreign.id)
      const asked = { target_table: table, label_columns: ['id'], tenant: here }
      const { data: offered } = await staff.rpc('offered_records', asked)
      expect(JSON.stringify(offered)).toContain(own.id)
      expect(JSON.stringify(offered)).not.toContain(foreign.id)
      const { data: counted } = await staff.rpc('record_count', { target_table: table, tenant: here })
      const stored = await query(`select 1 from public.${table} where tenant_id = $1`, [here])
      expect(counted).toBe(stored.length)
    })

    test('cannot be saved, as a change or as a new record', async () => {
      const save = (expectedVersion: number | null) =>
        saveRecord(staff, resource, {
          ...{ id: foreign.id, tenantId: here, expectedVersion },
          values: valuesOf(foreign),
        })
      await expect(save(foreign.version)).rejects.toMatchObject({ reason: 'gone' })
      // Its values, which are of the other tenant, may be refused before its id.
      await expect(save(null)).rejects.toBeInstanceOf(Refusal)
      expect(await bothTenants()).toEqual(before)
    })

    test('cannot be changed in bulk', async () => {
      const problems = await changeRecords(
        staff,
        { fields: [], columns: [], ...resource } as unknown as Resource,
        here,
        [foreign],
        valuesOf(foreign),
      )
      expect([...problems.keys()]).toEqual([foreign.id])
      expect(await bothTenants()).toEqual(before)
    })

    // Only numbers move between tenants, by superadmins: see the tests of numbers.
    test.runIf(table !== 'dids')('cannot be moved to this tenant', async () => {
      await staff
        .from(table)
        .update({ tenant_id: here } as never)
        .eq('id', foreign.id)
      expect(await bothTenants()).toEqual(before)
    })

    test('keeps its child rows', async () => {
      for (const { table: childTable, parent } of resource.children ?? []) {
        const part = await ownRow(childTable)
        const all = () => rowsOf([here, part.tenant_id])
        const unchanged = await all()
        const { tenant_id: _, ...row } = part
        const values = { [childTable]: [{ ...row, [parent]: own.id }] }
        const save = { id: own.id, tenantId: here, expectedVersion: own.version, values }
        await expect(saveRecord(staff, resource, save)).rejects.toMatchObject({ reason: 'taken' })
        expect(await all()).toEqual(unchanged)
      }
    })

    test.runIf(resource.importKey)('cannot be changed by an import', async () => {
      const values = { ...valuesOf(foreign), id: foreign.id, tenant_id: foreign.tenant_id }
      const theirs = await rowsOf([foreign.tenant_id])
      await importRecords(staff, resource as Resource, here, [{ row: 2, values }], false)
      expect(await rowsOf([foreign.tenant_id])).toEqual(theirs)
      before = await bothTenants()
    })

    test('cannot be deleted, replaced as a destination or reverted', async () => {
      await expect(deleteRecord(staff, table, here, foreign)).rejects.toThrow()
      expect((await deleteRecords(staff, { table }, here, [foreign])).size).toBe(1)
      await expect(deleteRecord(staff, table, here, foreign, {})).rejects.toMatchObject({
        reason: 'gone',
      })
      const [entry] = await historyOf(staff, table, foreign.tenant_id, foreign.id)
      await expect(revertEntry(staff, here, entry?.id ?? '', foreign.version)).rejects.toMatchObject({
        reason: 'gone',
      })
      expect(await bothTenants()).toEqual(before)
      expect(await storedRow(table, foreign.id)).toBeDefined()
    })
  },
)

test('every foreign key between tenant records includes the tenant', async () => {
  const loose = await query<{ name: string }>(`
    select f.conname as name from pg_constraint f
    where f.contype = 'f' and f.conparentid = 0 and f.connamespace = 'public'::regnamespace
      and exists (select 1 from pg_attribute a where a.attrelid = f.conrelid and a.attname = 'tenant_id')
      and exists (select 1 from pg_attribute a where a.attrelid = f.confrelid and a.attname = 'tenant_id')
      and not exists (
        select 1 from unnest(f.conkey, f.confkey) k (own, other)
        join pg_attribute own on own.attrelid = f.conrelid and own.attnum = k.own and own.attname = 'tenant_id'
        join pg_attribute other on other.attrelid = f.confrelid and other.attnum = k.other and other.attname = 'tenant_id')`)
  // A recording's file is compared with its tenant when it is stored: see the tests of recordings.
  expect(loose.map(({ name }) => name)).toEqual(['recordings_file_id_fkey'])
})
