import { describe, expect, test } from 'vitest'
import { ENTRIES_PER_REQUEST } from '@/lib/trail/pages'
import { callerOf, type Client, newMember } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { insertRow, newId } from '../support/factories/row'
import { newExtension, newFreeNumber } from '../support/factories/telephony'

/** The entries of what the last statement about these records deleted, by table and record. */
async function entriesOf(...records: string[]) {
  const rows = await query<{ id: string; table_name: string; record_id: string }>(
    "select id, table_name, record_id from public.audit_log where record_id = any ($1) and action = 'delete'",
    [records],
  )
  return (record: string, table?: string) =>
    rows.find((row) => row.record_id === record && (!table || row.table_name === table))?.id ?? ''
}

/** One request of a run that undoes the change with these entries. */
async function undoPart(client: Client, run: string, ...entries: string[]) {
  const [entry = ''] = entries
  const { data } = await client.rpc('undo_change', { entry, run, again: entries }).throwOnError()
  return data
}

describe('undoing a deletion in several requests', () => {
  test('leaves alone what somebody else has restored meanwhile, and changed', async () => {
    const { id: tenant_id } = await insertRow('tenants', await newTenant())
    const given = { tenant_id, description: 'Lobby' }
    const [first, second] = [
      await insertRow('extensions', await newExtension({ ...given, extension: '2001' })),
      await insertRow('extensions', await newExtension({ ...given, extension: '2002' })),
    ]
    await query('delete from public.extensions where tenant_id = $1', [tenant_id])
    const entry = await entriesOf(first.id, second.id)
    const [{ client }, other, run] = [await callerOf('tech'), await newMember('tech'), newId()]
    expect(await undoPart(client, run, entry(first.id))).toMatchObject({ undone: 1 })
    await undoPart(other.client, newId(), entry(second.id))
    await query("update public.extensions set description = 'Kitchen' where id = $1", [second.id])

    expect(await undoPart(client, run, entry(second.id))).toMatchObject({
      undone: 0,
      reasons: [{ message: 'It is already there.' }],
    })
    expect(await storedRow('extensions', second.id)).toMatchObject({ description: 'Kitchen' })
  })

  test('takes as many entries at once as the app expects', async () => {
    const { id: tenant_id } = await insertRow('tenants', await newTenant())
    const groups = Array.from({ length: ENTRIES_PER_REQUEST + 1 }, (_, n) => String(6000 + n))
    await query(
      `insert into public.ring_groups (tenant_id, name, number) select $1, 'Group ' || n, n from unnest($2::text[]) n`,
      [tenant_id, groups],
    )
    await query('delete from public.ring_groups where tenant_id = $1', [tenant_id])
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where tenant_id = $1 and action = 'delete' limit 1",
      [tenant_id],
    )
    const { client } = await callerOf('tech')
    const { data } = await client.rpc('undo_change', { entry: entry?.id ?? '', run: newId() }).throwOnError()
    expect(data).toMatchObject({ taken: ENTRIES_PER_REQUEST, more: true })
  })

  test('fills columns of narrower access that came back with their record in an earlier one', async () => {
    const { id } = await insertRow('dids', await newFreeNumber())
    await query('update public.did_costs set monthly_cost = 1.25 where id = $1', [id])
    await query('delete from public.dids where id = $1', [id])
    const entry = await entriesOf(id)
    const [{ client }, run] = [await callerOf('superadmin'), newId()]
    await undoPart(client, run, entry(id, 'dids'))
    expect(await storedRow('did_costs', id)).toMatchObject({ monthly_cost: null })
    await undoPart(client, run, entry(id, 'did_costs'))
    expect(await storedRow('did_costs', id)).toMatchObject({ monthly_cost: 1.25 })
  })

  test('gives a tenant the feature codes that it had, after it came back with the usual ones', async () => {
    const { id } = await insertRow('tenants', await newTenant())
    const [code] = await query<{ id: string }>(
      "update public.feature_codes set code = '*977' where tenant_id = $1 and feature = 'record' returning id",
      [id],
    )
    await query('delete from public.tenants where id = $1', [id])
    const entry = await entriesOf(id, code?.id ?? '')
    const [{ client }, run] = [await callerOf('superadmin'), newId()]
    const stored = () => storedRow('feature_codes', code?.id ?? '')
    await undoPart(client, run, entry(id))
    expect(await stored()).not.toMatchObject({ code: '*977' })
    await undoPart(client, run, entry(code?.id ?? ''))
    expect(await stored()).toMatchObject({ code: '*977' })
  })
})
