import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { deliveredRecords } from '@/lib/cdr/post-body'
import { ingestEntry, storeEntries } from '@/lib/cdr/store-records'
import {
  loadSeatHistory,
  setSeats as saveSeats,
  SEAT_CHANGES,
  type SeatCap,
  type Seats,
} from '@/lib/licensing/seats'
import type { RecordValues } from '@/lib/records/field'
import { saveRecord } from '@/lib/records/record-client'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { query, storedRow, withDatabase } from '../support/database'
import { newLicense, newSubscription } from '../support/factories/billing'
import { newConferenceRoom, newQueue } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newFaxBox } from '../support/factories/faxes'
import { type Given, insertRow, type TableName } from '../support/factories/row'
import { newService } from '../support/factories/sales'
import { newExtension, newTenantNumber } from '../support/factories/telephony'
import { type SwitchCall, switchRecord } from '../support/switch-record'

const REFUSED = '23514'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const tenantWith = async (extension_limit = 20) =>
  (await insertRow('tenants', await newTenant({ extension_limit }))).id
const extend = async (tenant_id: string, extension: string, given: Given<'extensions'> = {}) =>
  insertRow('extensions', await newExtension({ tenant_id, extension, ...given }))

/** Delivers a call to an extension, inbound unless something else is given. */
async function call(tenant: string, extension: string, days: number, given: SwitchCall = {}): Promise<void> {
  const domain = String((await storedRow('tenants', tenant))?.domain)
  const start = Date.parse(daysAgo(days))
  const record = switchRecord({ domain, extension, start, direction: 'inbound', ...given })
  const entries = deliveredRecords(JSON.stringify([record])).map((one) => ingestEntry(one))
  expect(await storeEntries(serviceClient(), entries)).toMatchObject([{ outcome: 'stored' }])
}

/** A call from one extension to another. */
const callInside = (tenant: string, from: string, to: string, days: number) =>
  call(tenant, to, days, { direction: 'local', from, to, variables: { user_name: from } })

async function seats(tenant: string, product: string) {
  const { data, error } = await callers.admin.client.rpc('tenant_seats', { tenant })
  if (error) throw error
  return data.find((row) => row.product === product)
}

const setSeats = (
  tenant: string,
  product: string,
  purchased: number,
  cap: string,
  expected: number,
  role: Role = 'admin',
) => callers[role].client.rpc('set_seats', { tenant, product, purchased, cap, expected })

describe('the seats of a tenant', () => {
  test('cover extensions, agents, recording and fax', async () => {
    const { data } = await callers.admin.client.rpc('tenant_seats', { tenant: await tenantWith(12) })
    expect(data).toEqual([
      { product: 'extension', purchased: 12, assigned: 0, used: 0, over: 0, cap: 'hard', billed: 0 },
      { product: 'call_center_agent', purchased: 0, assigned: 0, used: 0, over: 0, cap: 'soft', billed: 0 },
      { product: 'recording', purchased: 0, assigned: 0, used: 0, over: 0, cap: 'soft', billed: 0 },
      { product: 'fax', purchased: 0, assigned: 0, used: 0, over: 0, cap: 'soft', billed: 0 },
    ])
  })

  test('count their holders, and those beyond the purchased number', async () => {
    const tenant = await tenantWith()
    const first = await extend(tenant, '2001', { recording: 'all' })
    await extend(tenant, '2002', { recording: 'inbound' })
    await extend(tenant, '2003')
    await insertRow('dids', { ...(await newTenantNumber({ tenant_id: tenant })), fax: true })
    await insertRow('call_center_agents', { tenant_id: tenant, name: 'Day desk', extension_id: first.id })
    await insertRow('licenses', await newLicense({ tenant_id: tenant, purchased: 1 }))
    expect(await seats(tenant, 'extension')).toMatchObject({ assigned: 3, over: 0 })
    expect(await seats(tenant, 'recording')).toMatchObject({ purchased: 1, assigned: 2, over: 1 })
    expect(await seats(tenant, 'call_center_agent')).toMatchObject({ assigned: 1, over: 1 })
    expect(await seats(tenant, 'fax')).toMatchObject({ assigned: 1, over: 1 })
  })

  test('of recording are held by whatever records: an extension, a number, a queue or a conference room', async () => {
    const tenant = await tenantWith()
    await extend(tenant, '2001', { recording: 'outbound' })
    await insertRow('dids', await newTenantNumber({ tenant_id: tenant, record: true }))
    await insertRow('call_center_queues', await newQueue({ tenant_id: tenant, record: true }))
    await insertRow('conference_rooms', await newConferenceRoom({ tenant_id: tenant, record: true }))
    await insertRow('conference_rooms', await newConferenceRoom({ tenant_id: tenant, number: '3599' }))
    expect(await seats(tenant, 'recording')).toMatchObject({ assigned: 4, used: 4, over: 4 })
  })

  test('are counted among what holds one, not among all numbers and extensions', async () => {
    const plan = await withDatabase(async (client) => {
      await client.query('begin; set local enable_seqscan = off')
      const held = 'explain select from private.held_seats where tenant_id = gen_random_uuid() and product in'
      const { rows } = await client.query(`${held} ('recording', 'fax')`)
      await client.query('rollback')
      return JSON.stringify(rows)
    })
    for (const index of ['extensions_recording_seats_idx', 'dids_recording_seats_idx', 'dids_fax_seats_idx'])
      expect(plan).toContain(index)
  })

  test("are billed according to today's active subscriptions", async () => {
    const tenant = await tenantWith()
    const service = await insertRow('services', await newService({ seat_product: 'extension' }))
    const subscribe = async (given: Given<'subscriptions'>) =>
      insertRow(
        'subscriptions',
        await newSubscription({ tenant_id: tenant, service_id: service.id, ...given }),
      )
    await subscribe({ quantity: 8 })
    await subscribe({ quantity: 3, starts_on: daysAgo(30).slice(0, 10) })
    await subscribe({ quantity: 100, ends_on: daysAgo(2).slice(0, 10) })
    await subscribe({ quantity: 100, starts_on: '2099-01-01' })
    expect(await seats(tenant, 'extension')).toMatchObject({ billed: 11 })
  })

  test('that were sold for a one-time price stay billed after the day of the sale', async () => {
    const tenant = await tenantWith()
    const service = await insertRow('services', await newService({ seat_product: 'recording' }))
    const soldOn = (day: string) => ({
      ...{ tenant_id: tenant, service_id: service.id, quantity: 10, unit_price: 0, setup_fee: 50 },
      ...{ starts_on: day, ends_on: day },
    })
    await insertRow('subscriptions', await newSubscription(soldOn(daysAgo(20).slice(0, 10))))
    await insertRow('subscriptions', await newSubscription(soldOn('2099-01-01')))
    expect(await seats(tenant, 'recording')).toMatchObject({ billed: 10 })
  })

  test('are billed by a service that staff made, which other roles cannot change', async () => {
    const tenant = await tenantWith()
    const id = randomUUID()
    const save = (role: Role, expectedVersion: number | null, values: RecordValues) =>
      saveRecord(callers[role].client, { table: 'services' }, { id, tenantId: null, expectedVersion, values })
    await save('admin', null, { name: `Seat ${id}`, seat_product: 'extension', monthly_price: 20 })
    await insertRow(
      'subscriptions',
      await newSubscription({ tenant_id: tenant, service_id: id, quantity: 20 }),
    )
    expect(await seats(tenant, 'extension')).toMatchObject({ billed: 20 })
    const kept = await storedRow('services', id)
    expect(kept).toMatchObject({ seat_product: 'extension', active: true })
    await expect(save('tech', 1, { seat_product: null })).rejects.toThrow()
    await callers.tech.client.from('services').update({ active: false }).eq('id', id)
    expect(await storedRow('services', id)).toEqual(kept)
    // In use, it stays.
    expect((await callers.admin.client.from('services').delete().eq('id', id)).error?.code).toBe('23503')
    expect(await storedRow('services', id)).toEqual(kept)
  })

  test('are idle after 60 days without a call, unless they are new', async () => {
    const tenant = await tenantWith()
    const old = { created_at: daysAgo(200), recording: 'all' }
    await extend(tenant, '2001', old)
    await extend(tenant, '2002', old)
    await extend(tenant, '2003', old)
    await extend(tenant, '2004', { created_at: daysAgo(10) })
    await call(tenant, '2001', 59)
    await call(tenant, '2001', 70)
    await call(tenant, '2002', 61)
    await call(await tenantWith(), '2003', 1)
    const { data } = await callers.admin.client.rpc('idle_seats', { tenant })
    expect(data).toMatchObject([
      { extension: '2002', holds: ['extension', 'recording'], last_call_at: expect.any(String) },
      { extension: '2003', last_call_at: null },
    ])
    expect(await seats(tenant, 'extension')).toMatchObject({ assigned: 4, used: 2 })
    expect(await seats(tenant, 'recording')).toMatchObject({ assigned: 3, used: 1 })
  })

  const idleIn = async (tenant: string) =>
    ((await callers.admin.client.rpc('idle_seats', { tenant })).data as { extension: string }[]).map(
      ({ extension }) => extension,
    )

  test('are used by whoever calls or is called inside', async () => {
    const tenant = await tenantWith()
    for (const number of ['2001', '2002', '2003']) await extend(tenant, number, { created_at: daysAgo(200) })
    await callInside(tenant, '2001', '2002', 1)
    expect(await idleIn(tenant)).toEqual(['2003'])
  })

  test('are used by whoever answers a call and passes it on, not by whose phone only rang', async () => {
    const tenant = await tenantWith()
    for (const number of ['2001', '2002', '2003']) await extend(tenant, number, { created_at: daysAgo(200) })
    const legOf = (dialed_user: string, talkSeconds?: number) =>
      call(tenant, '2002', 1, { talkSeconds, variables: { originating_leg_uuid: randomUUID(), dialed_user } })
    await legOf('2001', 5)
    await legOf('2002', 60)
    await legOf('2003')
    expect(await idleIn(tenant)).toEqual(['2003'])
  })

  test('keep their calls when they are renumbered, and the number’s next owner has none of them', async () => {
    const tenant = await tenantWith()
    const old = { created_at: daysAgo(200) }
    const { id } = await extend(tenant, '205', old)
    await call(tenant, '205', 1)
    await query("update public.extensions set extension = '2205' where id = $1", [id])
    await extend(tenant, '205', old)
    expect(await idleIn(tenant)).toEqual(['205'])
  })

  test('are known without the calls, which may be archived', async () => {
    const tenant = await tenantWith()
    await extend(tenant, '2001', { created_at: daysAgo(200) })
    await call(tenant, '2001', 65)
    await query('delete from public.cdr where tenant_id = $1', [tenant])
    const { data } = await callers.admin.client.rpc('idle_seats', { tenant })
    expect(data).toMatchObject([{ extension: '2001', last_call_at: expect.any(String) }])
  })

  test('are hidden from techs', async () => {
    const tenant = await tenantWith()
    expect((await callers.tech.client.rpc('tenant_seats', { tenant })).error?.code).toBe('42501')
    expect((await callers.tech.client.rpc('idle_seats', { tenant })).error?.code).toBe('42501')
    expect((await callers.tech.client.rpc('seat_history', { tenant })).data ?? []).toEqual([])
  })
})

describe('setting the number of seats', () => {
  test("updates the tenant's extension limit", async () => {
    const tenant = await tenantWith(12)
    expect((await setSeats(tenant, 'extension', 30, 'hard', 12)).error).toBeNull()
    expect(await storedRow('tenants', tenant)).toMatchObject({ extension_limit: 30 })
    expect((await setSeats(tenant, 'extension', 30, 'soft', 30)).error?.code).toBe(REFUSED)
  })

  test('is refused over a newer value, out of range, for other products, and for techs', async () => {
    const tenant = await tenantWith(12)
    expect((await setSeats(tenant, 'extension', 30, 'hard', 11)).error?.code).toBe('TR409')
    expect((await setSeats(tenant, 'recording', 5, 'soft', 1)).error?.code).toBe('TR409')
    expect((await setSeats(tenant, 'extension', -1, 'hard', 12)).error?.code).toBe(REFUSED)
    expect((await setSeats(tenant, 'toaster', 1, 'soft', 0)).error?.code).toBe(REFUSED)
    expect((await setSeats(tenant, 'extension', 30, 'hard', 12, 'tech')).error?.code).toBe('42501')
    expect(await storedRow('tenants', tenant)).toMatchObject({ extension_limit: 12 })
    expect(await query('select 1 from public.licenses where tenant_id = $1', [tenant])).toEqual([])
  })

  test('is refused over a cap that someone else has changed, and repeated without harm', async () => {
    const tenant = await tenantWith()
    const license = await insertRow(
      'licenses',
      await newLicense({ tenant_id: tenant, purchased: 10, cap: 'soft' }),
    )
    const seen = (await seats(tenant, 'recording')) as Seats
    const save = (from: Seats, purchased: number, cap: SeatCap) =>
      saveSeats(callers.admin.client, tenant, from, { purchased, cap })
    await save(seen, 10, 'hard')
    await expect(save(seen, 12, 'soft')).rejects.toMatchObject({ reason: 'conflict' })
    expect(await storedRow('licenses', license.id)).toMatchObject({ purchased: 10, cap: 'hard' })
    for (let n = 0; n < 2; n += 1) await save({ ...seen, cap: 'hard' }, 12, 'soft')
    expect(await storedRow('licenses', license.id)).toMatchObject({ purchased: 12, cap: 'soft' })
    await save((await seats(tenant, 'extension')) as Seats, 30, 'hard')
    expect(await storedRow('tenants', tenant)).toMatchObject({ extension_limit: 30 })
  })

  test('is recorded in the history', async () => {
    const tenant = await tenantWith(12)
    await setSeats(tenant, 'extension', 30, 'hard', 12)
    await setSeats(tenant, 'recording', 5, 'hard', 0)
    await setSeats(tenant, 'recording', 4, 'hard', 5)
    const { data } = await callers.admin.client.rpc('seat_history', { tenant })
    expect(data?.map((entry) => [entry.product, entry.before, entry.after, entry.cap_after])).toEqual([
      ['recording', 5, 4, null],
      ['recording', 0, 5, 'hard'],
      ['recording', null, 0, 'soft'],
      ['extension', 12, 30, null],
      ['extension', null, 12, null],
    ])
    expect(data?.[0]).toMatchObject({ actor_email: 'admin@demo.test' })

    for (let limit = 31; limit < 31 + SEAT_CHANGES; limit += 1)
      await query('update public.tenants set extension_limit = $1 where id = $2', [limit, tenant])
    const shown = await loadSeatHistory(callers.admin.client, tenant)
    expect(shown).toHaveLength(SEAT_CHANGES + 1)
    expect(shown[0]).toMatchObject({ after: 30 + SEAT_CHANGES })
  })
})

describe('a seat cap', () => {
  test('blocks the next seat with the figures if it is hard, and not if it is soft', async () => {
    const tenant = await tenantWith()
    const first = await extend(tenant, '2001')
    const second = await extend(tenant, '2002')
    const license = await insertRow(
      'licenses',
      await newLicense({ tenant_id: tenant, product: 'call_center_agent', purchased: 1, cap: 'hard' }),
    )
    const add = (extension_id: string, name: string) =>
      callers.tech.client.from('call_center_agents').insert({ tenant_id: tenant, name, extension_id })
    expect((await add(first.id, 'Day desk')).error).toBeNull()
    expect((await add(second.id, 'Night desk')).error).toMatchObject({
      code: REFUSED,
      message: 'This tenant has 1 of 1 call-center agent seats in use.',
    })
    await callers.admin.client.from('licenses').update({ cap: 'soft' }).eq('id', license.id).throwOnError()
    expect((await add(second.id, 'Night desk')).error).toBeNull()
  })

  test('applies to recording and fax, also when they are turned on later', async () => {
    const tenant = await tenantWith()
    const extension = await extend(tenant, '2001')
    const did = await insertRow('dids', await newTenantNumber({ tenant_id: tenant }))
    for (const product of ['recording', 'fax']) {
      await insertRow('licenses', await newLicense({ tenant_id: tenant, product, purchased: 0, cap: 'hard' }))
    }
    const { client } = callers.tech
    expect(
      (await client.from('extensions').update({ recording: 'all' }).eq('id', extension.id)).error?.code,
    ).toBe(REFUSED)
    expect(
      (
        await client
          .from('extensions')
          .insert(await newExtension({ tenant_id: tenant, extension: '2002', recording: 'all' }))
      ).error?.code,
    ).toBe(REFUSED)
    expect((await client.from('dids').update({ fax: true }).eq('id', did.id)).error?.code).toBe(REFUSED)
    await expect(
      insertRow('dids', await newTenantNumber({ tenant_id: tenant, fax: true })),
    ).rejects.toMatchObject({ code: REFUSED })
    const box = await insertRow('fax_boxes', await newFaxBox({ tenant_id: tenant }))
    const routed = client.from('dids').update({ destination_id: box.id, version: did.version + 1 })
    expect((await routed.eq('id', did.id)).error?.code).toBe(REFUSED)
    expect(
      (await client.from('extensions').update({ description: 'Lobby' }).eq('id', extension.id)).error,
    ).toBeNull()
  })

  test('on recording applies to numbers, queues and conference rooms, which have other switches', async () => {
    const tenant = await tenantWith()
    const made = {
      dids: await newTenantNumber({ tenant_id: tenant }),
      call_center_queues: await newQueue({ tenant_id: tenant }),
      conference_rooms: await newConferenceRoom({ tenant_id: tenant }),
    }
    for (const [table, row] of Object.entries(made)) await insertRow(table as TableName, row)
    await insertRow('licenses', await newLicense({ tenant_id: tenant, purchased: 0, cap: 'hard' }))
    const tables = Object.keys(made) as (keyof typeof made)[]
    const { client } = callers.tech
    const switched = (table: keyof typeof made) =>
      client.from(table).update({ record: true }).eq('id', String(made[table].id))
    for (const table of tables) {
      expect((await switched(table)).error, table).toMatchObject({
        code: REFUSED,
        message: 'This tenant has 0 of 0 recording seats in use.',
      })
    }
    const refused = { code: REFUSED }
    const anew = { tenant_id: tenant, record: true }
    await expect(insertRow('dids', await newTenantNumber(anew))).rejects.toMatchObject(refused)
    await expect(insertRow('call_center_queues', await newQueue(anew))).rejects.toMatchObject(refused)
    await expect(insertRow('conference_rooms', await newConferenceRoom(anew))).rejects.toMatchObject(refused)
    await setSeats(tenant, 'recording', 3, 'hard', 0)
    for (const table of tables) expect((await switched(table)).error, table).toBeNull()
  })

  test('gives the last seat to only one of two concurrent requests', async () => {
    const tenant = await tenantWith()
    const extensions = await Promise.all(
      ['2001', '2002', '2003', '2004'].map((number) => extend(tenant, number)),
    )
    await insertRow('licenses', await newLicense({ tenant_id: tenant, purchased: 1, cap: 'hard' }))
    const answers = await Promise.all(
      extensions.map(({ id }) =>
        callers.tech.client.from('extensions').update({ recording: 'all' }).eq('id', id),
      ),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(await seats(tenant, 'recording')).toMatchObject({ assigned: 1, over: 0 })
  })
})
