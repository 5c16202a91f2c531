import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callerOf, type Client, serviceClient } from '../support/clients'
import { query, rolledBack, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newTenant } from '../support/factories/companies'
import { newFax, newFaxBox } from '../support/factories/faxes'
import { newSwitch } from '../support/factories/gateways'
import { insertRow } from '../support/factories/row'
import { newTenantNumber } from '../support/factories/telephony'

let service: Client
let tenant: string
let box: string
let freeSwitch: string
beforeAll(() => {
  service = serviceClient()
})
beforeEach(async () => {
  tenant = (await insertRow('tenants', await newTenant())).id
  const recipients = ['anna@customer.example', 'ben@customer.example']
  box = (await insertRow('fax_boxes', await newFaxBox({ tenant_id: tenant, recipients }))).id
  freeSwitch = (await insertRow('switches', await newSwitch())).id
})

const said = (given: Record<string, unknown> = {}) => ({
  tenant,
  box,
  channel: randomUUID(),
  from: '+12085550142',
  station: 'Ada',
  problem: null,
  ...given,
})
async function keep(
  given: Record<string, unknown> = {},
  from = freeSwitch,
  received_at = new Date().toISOString(),
) {
  const { data } = await service
    .rpc('store_fax', {
      switch: from,
      data: said(given) as never,
      received_at,
      object_path: `${tenant}/${randomUUID()}.pdf`,
      pages: 2,
      size_bytes: 20_000,
    })
    .throwOnError()
  return data
}
const faxes = () =>
  query<{ id: string; fax_box_id: string | null; path: string | null }>(
    'select id, fax_box_id, box, from_number, from_station, pages, path, problem from public.faxes where tenant_id = $1',
    [tenant],
  )
const mails = () =>
  query<{ recipient: string; subject: string; body: string; attachment: string }>(
    'select recipient, subject, body, attachment from public.mails where tenant_id = $1 order by recipient',
    [tenant],
  )

test('a fax box reserves its number and is a destination', async () => {
  const taken = await FACTORIES.ring_groups({ tenant_id: tenant, number: '3700' })
  await expect(insertRow('ring_groups', taken)).rejects.toThrow(
    '3700 is already taken by the fax box Front office.',
  )
  expect(await query('select kind, number from public.destinations where id = $1', [box])).toEqual([
    { kind: 'fax_boxes', number: '3700' },
  ])
})

test('a number is marked for fax by its route to a box, whatever its form or file says, and keeps the mark', async () => {
  const routed = { tenant_id: tenant, destination_id: box }
  const { id } = await insertRow('dids', await newTenantNumber({ ...routed, fax: false }))
  const isMarked = async () => (await storedRow('dids', id))?.fax
  expect(await isMarked()).toBe(true)
  await query('update public.dids set fax = false where id = $1', [id])
  expect(await isMarked()).toBe(true)
  await query('update public.dids set destination_id = null where id = $1', [id])
  expect(await isMarked()).toBe(true)
  await query('update public.dids set fax = false where id = $1', [id])
  expect(await isMarked()).toBe(false)
  await query('update public.dids set destination_id = $2 where id = $1', [id, box])
  expect(await isMarked()).toBe(true)
})

describe('a received fax', () => {
  test('is stored once per call, and mailed with its file to all recipients', async () => {
    const channel = randomUUID()
    expect(await keep({ channel })).toBe(true)
    expect(await keep({ channel })).toBe(false)
    const [kept, ...others] = await faxes()
    expect(others).toEqual([])
    expect(kept).toMatchObject({
      fax_box_id: box,
      box: '3700 Front office',
      from_number: '+12085550142',
      from_station: 'Ada',
      pages: 2,
    })
    expect(await mails()).toMatchObject([
      { recipient: 'anna@customer.example', attachment: kept?.path },
      { recipient: 'ben@customer.example', attachment: kept?.path },
    ])
    const [mail] = await mails()
    expect(mail?.subject).toBe('Fax from +12085550142 Ada for 3700 Front office')
    expect(mail?.body).toContain('Pages: 2')
    expect(mail?.body).not.toContain('may be incomplete')
  })

  test('is mailed with the reason if incomplete, and only listed if it has no pages', async () => {
    await keep({ problem: 'The call dropped prematurely' })
    expect((await mails())[0]?.body).toContain('This fax may be incomplete: The call dropped prematurely')
    await query('delete from public.mails where tenant_id = $1', [tenant])
    const at = new Date().toISOString()
    const agentEvent = { kind: 'fax', data: { at, ...said({ problem: 'No answer of the other machine' }) } }
    await service
      .rpc('store_switch_events', {
        switch: freeSwitch,
        outbox: randomUUID(),
        entries: [{ sequence: 1, ...agentEvent }] as never,
      })
      .throwOnError()
    expect(await faxes()).toContainEqual(
      expect.objectContaining({ pages: 0, path: null, problem: 'No answer of the other machine' }),
    )
    expect(await mails()).toEqual([])
  })

  test('is rejected for a tenant that the switch does not serve, or another tenant’s box', async () => {
    const other = (await insertRow('switches', await newSwitch({ all_tenants: false }))).id
    expect(await keep({}, other)).toBe(false)
    const foreign = (await insertRow('fax_boxes', await newFaxBox())).id
    expect(await keep({ box: foreign })).toBe(false)
    expect(await faxes()).toEqual([])
  })

  test('outlives its box', async () => {
    await keep()
    await query('delete from public.fax_boxes where id = $1', [box])
    expect(await faxes()).toMatchObject([{ fax_box_id: null, box: '3700 Front office' }])
  })

  test('is deleted once it has been here for the tenant’s retention of recordings', async () => {
    const here = async (days: number) =>
      insertRow(
        'faxes',
        await newFax({
          tenant_id: tenant,
          fax_box_id: box,
          created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
        }),
      )
    const kept = await here(89)
    await here(91)
    await service.rpc('expired_messages').throwOnError()
    expect(await faxes()).toMatchObject([{ id: kept.id }])
  })

  test('is one of many that a lowered retention makes due, and all are deleted in parts', async () => {
    // In one transaction: tests beside this one delete what is due, too.
    await rolledBack(async (client) => {
      const left = async () =>
        (await client.query('select 1 from public.faxes where tenant_id = $1', [tenant])).rowCount
      const pass = () => client.query('select from private.expired_messages()')
      await client.query(
        `insert into public.faxes (tenant_id, box, channel, received_at, pages, size_bytes, path, created_at)
         select $1::uuid, 'Front desk', gen_random_uuid(), now(), 1, 9, $1::uuid || '/' || gen_random_uuid() || '.pdf',
           now() - interval '40 days' from generate_series(1, 501)`,
        [tenant],
      )
      await client.query(
        `insert into storage.objects (bucket_id, name, version, created_at)
         select 'faxes', path, 'none', created_at from public.faxes where tenant_id = $1`,
        [tenant],
      )
      await pass()
      expect(await left()).toBe(501)
      await client.query(
        'insert into public.tenant_settings (id, tenant_id, recording_retention_days) values ($1, $1, 30)',
        [tenant],
      )
      await pass()
      expect(await left()).toBe(1)
      await pass()
      expect(await left()).toBe(0)
    })
  })

  test('is kept although the clock of its switch is years behind', async () => {
    await keep({}, freeSwitch, '2001-01-01T00:00:00Z')
    await service.rpc('expired_messages').throwOnError()
    expect(await faxes()).toHaveLength(1)
  })

  test('is audited when it is opened or deleted', async () => {
    await keep()
    const [kept] = await faxes()
    const { client, userId } = await callerOf('tech')
    await client.rpc('open_fax', { fax: kept?.id ?? '', tenant }).throwOnError()
    await client
      .from('faxes')
      .delete()
      .eq('id', kept?.id ?? '')
      .throwOnError()
    expect(
      await query('select actor, action from public.audit_log where record_id = $1 order by at', [kept?.id]),
    ).toEqual([
      { actor: userId, action: 'open' },
      { actor: userId, action: 'delete' },
    ])
  })
})
