import { describe, expect, test } from 'vitest'
import { changeRecords } from '@/lib/records/record-client'
import { callFlow } from '@/lib/resources/call-flow'
import { did } from '@/lib/resources/did'
import { callerOf } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
import { newExtension, newTenantNumber } from '../support/factories/telephony'

/** The newest change to a record, and how many records it changed. */
async function lastChange(record: string) {
  const [entry] = await query<{ id: string; records: number }>(
    `select a.id, (select count(*)::int from public.audit_log b where b.transaction_id = a.transaction_id and b.at = a.at
       and b.parent_id is null) as records
     from public.audit_log a where a.record_id = $1 order by a.seq desc limit 1`,
    [record],
  )
  return entry ?? { id: '', records: 0 }
}

describe('moving numbers to another tenant', () => {
  test('is one change; a number that is in use or was changed stays and is named', async () => {
    const [from, to] = [
      (await insertRow('tenants', await newTenant())).id,
      (await insertRow('tenants', await newTenant())).id,
    ]
    const numbers = [
      await insertRow('dids', await newTenantNumber({ tenant_id: from })),
      await insertRow('dids', await newTenantNumber({ tenant_id: from })),
      await insertRow('dids', await newTenantNumber({ tenant_id: from })),
      await insertRow('dids', await newTenantNumber({ tenant_id: from })),
    ]
    const [one, two, used, changed] = numbers.map(({ id }) => id)
    const seen = await query<{ id: string; version: number }>(
      'select id, version from public.dids where id = any ($1)',
      [numbers.map(({ id }) => id)],
    )
    await insertRow('extensions', await newExtension({ tenant_id: from, outbound_did_id: used }))
    await query("update public.dids set carrier = 'Another' where id = $1", [changed])
    const { client } = await callerOf('superadmin')
    const refused = await changeRecords(client, did, from, seen, { tenant_id: to })
    expect([...refused.keys()].sort()).toEqual([used, changed].sort())
    expect(refused.get(changed ?? '')).toBe('Someone else has saved this record since you opened it.')
    const owners = async () =>
      (
        await query<{ tenant_id: string }>('select tenant_id from public.dids where id = any ($1)', [
          [one, two],
        ])
      ).map(({ tenant_id }) => tenant_id)
    expect(await owners()).toEqual([to, to])
    const change = await lastChange(one ?? '')
    expect(change.records).toBe(2)
    expect((await client.rpc('undo_change', { entry: change.id })).data).toMatchObject({ undone: 2, kept: 0 })
    expect(await owners()).toEqual([from, from])
  })

  test('is refused to a tech', async () => {
    const [from, to] = [
      (await insertRow('tenants', await newTenant())).id,
      (await insertRow('tenants', await newTenant())).id,
    ]
    const { id, version } = await insertRow('dids', await newTenantNumber({ tenant_id: from }))
    const { client } = await callerOf('tech')
    const refused = await changeRecords(client, did, from, [{ id, version }], { tenant_id: to })
    expect([...refused.keys()]).toEqual([id])
    expect(await query('select tenant_id from public.dids where id = $1', [id])).toEqual([
      { tenant_id: from },
    ])
  })
})

test('switching many call flows is one change, undone as one', async () => {
  const tenant_id = (await insertRow('tenants', await newTenant())).id
  const flows = [
    await insertRow('call_flows', await FACTORIES.call_flows({ tenant_id })),
    await insertRow(
      'call_flows',
      await FACTORIES.call_flows({ tenant_id, number: '6599', feature_code: '*39' }),
    ),
  ]
  const { client } = await callerOf('tech')
  const values = { state: 'alternate', reverts_at: null }
  expect(await changeRecords(client, callFlow, tenant_id, flows, values)).toEqual(new Map())
  const states = () =>
    query('select state, switched_by is not null as named from public.call_flows where tenant_id = $1', [
      tenant_id,
    ])
  expect(await states()).toEqual(flows.map(() => ({ state: 'alternate', named: true })))
  const change = await lastChange(flows[0]?.id ?? '')
  expect(change.records).toBe(2)
  await client.rpc('undo_change', { entry: change.id }).throwOnError()
  expect(await states()).toEqual(flows.map(() => expect.objectContaining({ state: 'normal' })))
})
