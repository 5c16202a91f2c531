import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteRecord } from '@/lib/records/record-client'
import { callerOf } from '../support/clients'
import { query, withDatabase } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
import { createScratchDatabase, type ScratchDatabase } from '../support/scratch-database'

let database: ScratchDatabase
beforeAll(async () => {
  database = await createScratchDatabase({ seed: true })
})
afterAll(() => database?.drop())

test('every tenant table is deleted with its tenant through its own foreign key', async () => {
  const without = await query(`
    select r.relname from pg_class r
    join pg_attribute a on a.attrelid = r.oid and a.attname = 'tenant_id' and a.attnum > 0
    where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and not r.relispartition
      -- Lines go with their invoice, which keeps its tenant.
      and r.relname not in ('audit_log', 'invoice_lines')
      and not exists (select 1 from pg_constraint c
        where c.conrelid = r.oid and c.contype = 'f' and c.confrelid = 'public.tenants'::regclass)`)
  expect(without).toEqual([])
})

test('a tenant with all of its configuration can be deleted, unless it has issued invoices', async () => {
  await withDatabase(async (client) => {
    const { rows } = await client.query<{ id: string; billed: boolean }>(`
      select t.id, exists (select 1 from public.invoices i where i.tenant_id = t.id and i.status <> 'draft') as billed
      from public.tenants t order by t.id`)
    expect(rows.length).toBeGreaterThan(20)
    for (const { id, billed } of rows) {
      await client.query('begin')
      // Its numbers are released first, because they outlive the tenant.
      await client.query("select public.repoint('dids', d.id) from public.dids d where d.tenant_id = $1", [
        id,
      ])
      await client.query('delete from public.did_conditions where tenant_id = $1', [id])
      await client.query(
        `update public.dids set e911_state = 'none', emergency = false, destination_id = null,
           override_destination_id = null, override_until = null where tenant_id = $1`,
        [id],
      )
      await client.query(
        "update public.dids set tenant_id = null, status = 'available' where tenant_id = $1",
        [id],
      )
      const deletion = client.query('delete from public.tenants where id = $1', [id])
      if (billed) await expect(deletion).rejects.toThrow()
      else expect((await deletion).rowCount).toBe(1)
      await client.query('rollback')
    }
  }, database.url)
})

test('a tenant is deleted at the version that was seen, by those who may delete tenants', async () => {
  const tenant = await insertRow('tenants', await newTenant())
  const remaining = () => query('select id from public.tenants where id = $1', [tenant.id])
  const deletion = async (role: 'tech' | 'admin', version = tenant.version) =>
    deleteRecord((await callerOf(role)).client, 'tenants', null, { id: tenant.id, version })
  await expect(deletion('tech')).rejects.toMatchObject({ reason: 'forbidden' })
  await expect(deletion('admin', tenant.version + 1)).rejects.toMatchObject({ reason: 'conflict' })
  expect(await remaining()).toHaveLength(1)
  await deletion('admin')
  expect(await remaining()).toEqual([])
  await expect(deletion('admin')).rejects.toMatchObject({ reason: 'gone' })
})
