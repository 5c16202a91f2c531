import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { deliveredRecords } from '@/lib/cdr/post-body'
import { retryRejected } from '@/lib/cdr/retry-rejected'
import { ingestEntry, storeEntries } from '@/lib/cdr/store-records'
import { MAX_STEPS } from '@/lib/telephony/routing/next-step'
import { passing } from '../support/checks'
import { callerOf, type Client, serviceClient } from '../support/clients'
import { become, failure, query, rolledBack, untilWaiting, withDatabase } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { newSwitch, newSwitchTenant } from '../support/factories/gateways'
import { insertRow, uniqueNumber } from '../support/factories/row'
import { newExtension, newTenantNumber } from '../support/factories/telephony'
import { type SwitchCall, switchRecord } from '../support/switch-record'

/** Of a day in India. */
const BEFORE_MIDNIGHT = Date.UTC(2026, 0, 9, 17, 6)
const TECH = '00000000-0000-4000-8000-000000000003'

let service: Client
let tenant: { id: string; domain: string }
beforeAll(async () => {
  service = serviceClient()
  tenant = await insertRow('tenants', await newTenant({ time_zone: 'Asia/Kolkata' }))
})

/** Ingests the calls as one batch and returns the outcome of each. */
async function ingest(...calls: SwitchCall[]): Promise<string[]> {
  const records = calls.map((call) => switchRecord({ domain: tenant.domain, ...call }))
  return ingestBody(JSON.stringify(records))
}

async function ingestBody(body: string): Promise<string[]> {
  const outcomes = await storeEntries(
    service,
    deliveredRecords(body).map((record) => ingestEntry(record)),
  )
  return outcomes.map(({ outcome }) => outcome)
}

const callOf = async (uuid: string) =>
  (await query<Record<string, unknown>>('select * from public.cdr where id = $1', [uuid]))[0]
const rejectedWith = (uuid: string) =>
  query<{ id: string; reason: string; deliveries: number; domain: string | null }>(
    'select id, reason, deliveries, domain from public.cdr_rejected where call_uuid = $1',
    [uuid],
  )

/** A tenant's hourly and daily counts next to a direct count of its calls. */
async function counts(tenantId: string) {
  const kept = (table: string, begin: string) =>
    query(
      `select ${begin}::text as begin, direction, status, calls::int, talk_seconds::int, ring_seconds::int
       from public.${table} where tenant_id = $1 order by 1, 2, 3`,
      [tenantId],
    )
  const direct = (begin: string) =>
    query(
      `select (${begin})::text as begin, c.direction, c.status, count(*)::int as calls,
         sum(talk_seconds)::int as talk_seconds, sum(ring_seconds)::int as ring_seconds
       from public.cdr c join public.tenants t on t.id = c.tenant_id
       where c.tenant_id = $1 group by 1, 2, 3 order by 1, 2, 3`,
      [tenantId],
    )
  return {
    kept: { hours: await kept('cdr_hourly', 'hour'), days: await kept('cdr_daily', 'day') },
    direct: {
      hours: await direct("date_trunc('hour', c.start_at, t.time_zone)"),
      days: await direct('(c.start_at at time zone t.time_zone)::date'),
    },
  }
}

describe('a delivered CDR', () => {
  test('is stored however long a phone’s name for itself is', async () => {
    const [uuid, other] = [randomUUID(), randomUUID()]
    const agent = `${'x'.repeat(255)}\u{1F600} phone`
    const calls = [{ uuid, talkSeconds: 60, variables: { sip_user_agent: agent } }, { uuid: other }]
    expect(await ingest(...calls)).toEqual(['stored', 'stored'])
    expect(await callOf(uuid)).toMatchObject({
      talk_seconds: 60,
      addresses: { user_agent: `${'x'.repeat(255)}\uFFFD` },
      raw: { variables: { sip_user_agent: agent } },
    })
  })

  test('is stored with its tenant, its number and its extension', async () => {
    const number = await insertRow('dids', await newTenantNumber({ tenant_id: tenant.id }))
    const extension = await insertRow(
      'extensions',
      await newExtension({ tenant_id: tenant.id, extension: '3001' }),
    )
    const uuid = randomUUID()
    expect(await ingest({ uuid, to: number.number, extension: '3001', talkSeconds: 30 })).toEqual(['stored'])
    expect(await callOf(uuid)).toMatchObject({
      tenant_id: tenant.id,
      direction: 'inbound',
      did: number.number,
      extension: '3001',
      extension_id: extension.id,
      status: 'answered',
      talk_seconds: 30,
    })
  })

  test('is stored with the account code of its number, as the switch was given it', async () => {
    const [coded, plain] = [randomUUID(), randomUUID()]
    const variables = { accountcode: 'ACME-1' }
    expect(await ingest({ uuid: coded, variables }, { uuid: plain })).toEqual(['stored', 'stored'])
    expect(await callOf(coded)).toMatchObject({ account_code: 'ACME-1' })
    expect(await callOf(plain)).toMatchObject({ account_code: null })
  })

  test('is assigned by the inbound number if its domain is unknown', async () => {
    const number = await insertRow('dids', await newTenantNumber({ tenant_id: tenant.id }))
    const uuid = randomUUID()
    expect(await ingest({ uuid, domain: 'sbc.carrier.example', to: number.number })).toEqual(['stored'])
    expect(await callOf(uuid)).toMatchObject({ tenant_id: tenant.id, direction: 'inbound' })
  })

  test.each([
    ['outbound', '3001', uniqueNumber()],
    ['local', '3001', '3002'],
  ])('is classified as %s by its numbers when the dial plan does not say', async (direction, from, to) => {
    const uuid = randomUUID()
    await ingest({ uuid, from, to })
    expect(await callOf(uuid)).toMatchObject({ direction, did: null })
  })

  test('is never linked to an extension or number of another tenant', async () => {
    const own = await insertRow('dids', await newTenantNumber({ tenant_id: tenant.id }))
    const foreign = await insertRow('extensions', await newExtension({ extension: '3909' }))
    const elsewhere = await insertRow('dids', await newTenantNumber({ tenant_id: foreign.tenant_id }))
    const [answered, calling, away] = [randomUUID(), randomUUID(), randomUUID()]
    await ingest({ uuid: answered, to: own.number, extension: '3909' })
    expect(await callOf(answered)).toMatchObject({ extension: '3909', extension_id: null })
    await ingest({ uuid: calling, from: '3909', to: own.number })
    expect(await callOf(calling)).toMatchObject({ direction: 'inbound' })
    await ingest({ uuid: away, from: '3001', to: elsewhere.number })
    expect(await callOf(away)).toMatchObject({ tenant_id: tenant.id, direction: 'outbound', did: null })
  })

  test.each([
    ['inbound', 'missed'],
    ['outbound', 'cancelled'],
  ])('abandoned by the caller counts, when %s, as %s', async (direction, status) => {
    const uuid = randomUUID()
    await ingest({ uuid, direction, cause: 'ORIGINATOR_CANCEL', q850: 0 })
    expect(await callOf(uuid)).toMatchObject({ status })
  })

  test('stores the routing steps that the switch was given', async () => {
    const uuid = randomUUID()
    const record = { table: 'dids', id: randomUUID(), label: '(207) 555-0107' }
    const steps = [{ at: Date.UTC(2026, 0, 9, 17, 6), reason: { why: 'number routed', record } }]
    expect(await ingest({ uuid, variables: { trunkline_path: JSON.stringify(steps) } })).toEqual(['stored'])
    expect(await callOf(uuid)).toMatchObject({
      path: [{ at: '2026-01-09T17:06:00.000Z', why: 'number routed', text: expect.any(String), record }],
    })
  })

  test('is stored without a path if it has none, or an unreadable one', async () => {
    const [plain, broken] = [randomUUID(), randomUUID()]
    const outcomes = await ingest({ uuid: plain }, { uuid: broken, variables: { trunkline_path: '[{"at":' } })
    expect(outcomes).toEqual(['stored', 'stored'])
    expect(await callOf(plain)).toMatchObject({ path: null })
    expect(await callOf(broken)).toMatchObject({ path: null })
  })

  test('is stored once when delivered twice, in one batch or several', async () => {
    const call = { uuid: randomUUID(), start: Date.now() - 60_000 }
    expect(await ingest(call, call)).toEqual(['stored', 'duplicate'])
    expect(await ingest(call)).toEqual(['duplicate'])
    // Not even with a different time, which a switch would not send.
    expect(await ingest({ ...call, start: call.start - 20 * 3_600_000 })).toEqual(['duplicate'])
    expect(await query('select 1 from public.cdr where id = $1', [call.uuid])).toHaveLength(1)
  })

  test('is stored although a switch that does not serve its tenant has delivered its id before, or with it', async () => {
    const other = await insertRow('tenants', await newTenant())
    const deliver = async (...calls: { of: typeof tenant; by: string; uuid: string; start: number }[]) => {
      const entries = calls.flatMap(({ of: { domain }, by, ...call }) =>
        deliveredRecords(JSON.stringify(switchRecord({ ...call, domain }))).map((record) => ({
          ...ingestEntry(record),
          switch: by,
        })),
      )
      return (await storeEntries(service, entries)).map(({ outcome }) => outcome)
    }
    const switchOf = async (tenant_id: string) => {
      const { id } = await insertRow('switches', await newSwitch({ all_tenants: false }))
      await insertRow('switch_tenants', await newSwitchTenant({ switch_id: id, tenant_id }))
      return id
    }
    const [own, foreign] = [await switchOf(tenant.id), await switchOf(other.id)]
    const start = Date.now() - 60_000
    const [before, along] = [randomUUID(), randomUUID()]
    const forged = { of: other, by: foreign, start: start - 3_600_000 }
    const told = { of: tenant, by: own, start }
    expect(await deliver({ ...forged, uuid: before })).toEqual(['stored'])
    expect(await deliver({ ...told, uuid: before })).toEqual(['stored'])
    expect(await deliver({ ...forged, uuid: along }, { ...told, uuid: along })).toEqual(['stored', 'stored'])
    expect(await deliver({ ...told, uuid: before }, { ...told, uuid: along })).toEqual([
      'duplicate',
      'duplicate',
    ])
  })

  test('does not wait for a tenant that is being deleted, nor make other tenants’ calls wait', async () => {
    const going = await insertRow('tenants', await newTenant())
    const [one, other] = [randomUUID(), randomUUID()]
    const calls = [{ uuid: one, domain: going.domain }, { uuid: other }]
    await withDatabase(async (client) => {
      await client.query('begin')
      await client.query('delete from public.tenants where id = $1', [going.id])
      expect(await ingest(...calls)).toEqual(['busy', 'stored'])
      await client.query('rollback')
    })
    expect(await callOf(one)).toBeUndefined()
    expect(await ingest(...calls)).toEqual(['stored', 'duplicate'])
  })

  test('is looked for among the calls of about its time only, however long calls are kept', async () => {
    const looked = await rolledBack(async (client) => {
      const scans = async () =>
        (
          await client.query<{ scans: string }>(
            `select coalesce(sum(idx_scan + seq_scan), 0) as scans from pg_stat_xact_all_tables
             where schemaname = 'private' and relname ~ '^cdr_[0-9]'`,
          )
        ).rows[0]?.scans
      await client.query(
        "select private.create_cdr_partitions((now() - interval '2 years')::date, now()::date)",
      )
      const call = switchRecord({ uuid: randomUUID(), domain: tenant.domain, start: Date.now() - 60_000 })
      const [delivered] = deliveredRecords(JSON.stringify(call))
      const record = delivered && ingestEntry(delivered).record
      const before = await scans()
      await client.query('select public.ingest_cdr($1)', [
        { records: [{ ...record, hash: 'a hash', pos: 0 }], rejects: [] },
      ])
      return Number(await scans()) - Number(before)
    })
    expect(looked).toBeLessThan(5)
  })

  test('is stored with its call if it is another leg of it, and not counted as a call', async () => {
    const { kept: before } = await counts(tenant.id)
    const [call, leg] = [randomUUID(), randomUUID()]
    expect(await ingest({ uuid: leg, variables: { originating_leg_uuid: call } })).toEqual(['stored'])
    expect(await ingest({ uuid: leg, variables: { originating_leg_uuid: call } })).toEqual(['duplicate'])
    expect(await query('select call_id from public.cdr_legs where id = $1', [leg])).toEqual([
      { call_id: call },
    ])
    expect(await callOf(leg)).toBeUndefined()
    expect((await counts(tenant.id)).kept).toEqual(before)
  })

  test.each([
    { talkSeconds: 30, stored: 30 },
    { talkSeconds: 0, stored: 0 },
    { talkSeconds: undefined, stored: null },
  ])(
    'is stored with what it called and $stored s as a leg through a gateway',
    async ({ talkSeconds, stored }) => {
      const leg = randomUUID()
      const variables = { originating_leg_uuid: randomUUID(), trunkline_outside: '+12075550142' }
      expect(await ingest({ uuid: leg, talkSeconds, variables })).toEqual(['stored'])
      expect(
        await query('select outside_number, talk_seconds from public.cdr_legs where id = $1', [leg]),
      ).toEqual([{ outside_number: '+12075550142', talk_seconds: stored }])
    },
  )
})

describe('what a switch reports of a call', () => {
  const outbound = { direction: 'outbound', to: '13035550142', talkSeconds: 60 }
  const charged = async () =>
    (
      await query<{ calls: number; seconds: number }>(
        `select coalesce(sum(calls), 0)::int as calls, coalesce(sum(talk_seconds), 0)::int as seconds
         from private.rated_usage($1, now() - interval '60 days', now() + interval '60 days')`,
        [tenant.id],
      )
    )[0]

  test('counts once and stays as it was first told, whether as a call or as a leg of one', async () => {
    const before = await charged()
    const [call, leg] = [randomUUID(), randomUUID()]
    const variables = { originating_leg_uuid: call, trunkline_outside: '+13035550142' }
    const told = [
      { ...outbound, uuid: leg, variables },
      { ...outbound, uuid: call },
      { ...outbound, uuid: call, talkSeconds: 6000, to: '13035550143' },
      { ...outbound, uuid: leg, talkSeconds: 6000, variables },
      { ...outbound, uuid: leg, talkSeconds: 7000 },
      { ...outbound, uuid: call, talkSeconds: 8000, variables: { ...variables, originating_leg_uuid: leg } },
    ]
    const again = ['duplicate', 'duplicate', 'duplicate', 'duplicate']
    expect(await ingest(...told)).toEqual(['stored', 'stored', ...again])
    for (const record of told) expect(await ingest(record)).toEqual(['duplicate'])
    const stored = await query('select id, talk_seconds from public.cdr where id = any ($1)', [[call, leg]])
    expect(stored).toEqual([{ id: call, talk_seconds: 60 }])
    const legs = await query('select id, talk_seconds from public.cdr_legs where id = any ($1)', [
      [call, leg],
    ])
    expect(legs).toEqual([{ id: leg, talk_seconds: 60 }])
    expect(await charged()).toEqual({
      calls: (before?.calls ?? 0) + 1,
      seconds: (before?.seconds ?? 0) + 60,
    })
  })

  test.each([
    ['ends before it starts', { end_uepoch: String((Date.now() - 86_400_000) * 1000) }],
    ['is answered after it ends', { answer_uepoch: String((Date.now() + 3_600_000) * 1000) }],
    ['lasts for more than 30 days', { start_uepoch: String((Date.now() - 31 * 86_400_000) * 1000) }],
    ['ends in the future', { end_uepoch: String((Date.now() + 2 * 86_400_000) * 1000) }],
  ])('is neither stored nor charged if it %s', async (_, variables) => {
    const before = [await charged(), await counts(tenant.id)]
    const uuid = randomUUID()
    expect(await ingest({ ...outbound, uuid, variables })).toEqual(['rejected'])
    expect(await callOf(uuid)).toBeUndefined()
    expect(await rejectedWith(uuid)).toMatchObject([{ deliveries: 1 }])
    expect([await charged(), await counts(tenant.id)]).toEqual(before)
  })
})

describe('a CDR that cannot be stored', () => {
  test('is kept with its reason, counted when it repeats, and does not block others', async () => {
    const [good, bad] = [randomUUID(), randomUUID()]
    const start = Date.now() - 60_000
    const calls = [
      { uuid: bad, start: 7 },
      { uuid: good, start },
    ]
    expect(await ingest(...calls)).toEqual(['rejected', 'stored'])
    expect(await ingest(...calls)).toEqual(['rejected', 'duplicate'])
    expect(await rejectedWith(bad)).toMatchObject([
      { reason: expect.stringContaining("Check the switch's clock"), deliveries: 2, domain: tenant.domain },
    ])
    expect(await callOf(good)).toBeDefined()
  })

  test('because of an invalid value does not block the others', async () => {
    const good = [randomUUID(), randomUUID(), randomUUID()]
    const bad = randomUUID()
    const entries = [good[0], bad, good[1], good[2]].map((uuid) =>
      ingestEntry({
        text: `delivered ${uuid}`,
        json: switchRecord({ uuid, domain: tenant.domain, variables: { pin: '4711' } }),
      }),
    )
    const refused = entries[1]?.record
    if (refused) refused.status = 'unheard of' as 'missed'
    const outcomes = await storeEntries(service, entries)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['stored', 'rejected', 'stored', 'stored'])
    expect(
      await query(
        `select reason, body::json -> 'variables' ->> 'pin' as pin from public.cdr_rejected where body like '%' || $1 || '%'`,
        [bad],
      ),
    ).toEqual([{ reason: expect.stringMatching(/^The database refused it/), pin: '••••••' }])
  })

  test('because of an unknown tenant is stored when retried after a fix', async () => {
    const uuid = randomUUID()
    const domain = `moved-${uuid.slice(0, 8)}.pbx.example`
    expect(await ingest({ uuid, domain, to: uniqueNumber(), start: 1_768_000_000_000 })).toEqual(['rejected'])
    const [row] = await rejectedWith(uuid)
    expect(row).toMatchObject({ domain, reason: expect.stringContaining('No tenant') })
    const tech = (await callerOf('tech')).client
    const ids = [row?.id ?? '']
    const { id: elsewhere } = await insertRow('tenants', await newTenant())
    expect(await retryRejected(tech, service, elsewhere, ids)).toEqual({ stored: 0, rejected: 1 })
    const owner = await insertRow('tenants', await newTenant({ domain }))
    expect(await retryRejected(tech, service, owner.id, ids)).toEqual({ stored: 1, rejected: 0 })
    expect(await rejectedWith(uuid)).toEqual([])
    expect(await callOf(uuid)).toMatchObject({ tenant_id: owner.id })
  })

  test('from a switch that does not serve the tenant is not stored by a retry until the switch serves it', async () => {
    const uuid = randomUUID()
    const { id } = await insertRow('switches', await newSwitch({ all_tenants: false }))
    const [delivered] = deliveredRecords(JSON.stringify(switchRecord({ uuid, domain: tenant.domain })))
    if (!delivered) throw new Error('There is no record.')
    const [outcome] = await storeEntries(service, [{ ...ingestEntry(delivered), switch: id }])
    expect(outcome).toEqual({ outcome: 'rejected' })
    const [row] = await query<{ id: string; tenant_id: string | null }>(
      'select id, tenant_id from public.cdr_rejected where call_uuid = $1',
      [uuid],
    )
    expect(row?.tenant_id).toBeNull()
    const tech = (await callerOf('tech')).client
    const retry = () => retryRejected(tech, service, tenant.id, [row?.id ?? ''])
    expect(await retry()).toEqual({ stored: 0, rejected: 1 })
    await insertRow('switch_tenants', await newSwitchTenant({ switch_id: id, tenant_id: tenant.id }))
    expect(await retry()).toEqual({ stored: 1, rejected: 0 })
    expect(await callOf(uuid)).toMatchObject({ tenant_id: tenant.id })
  })

  test('from a switch that served the tenant is stored if it had begun by then', async () => {
    const removed = async () => {
      const { id } = await insertRow('switches', await newSwitch({ all_tenants: false }))
      const served = await insertRow(
        'switch_tenants',
        await newSwitchTenant({ switch_id: id, tenant_id: tenant.id }),
      )
      const { client } = await callerOf('superadmin')
      await client.from('switch_tenants').delete().eq('id', served.id).throwOnError()
      return id
    }
    const general = async () => {
      const { id } = await insertRow('switches', await newSwitch({ all_tenants: true }))
      const { client } = await callerOf('superadmin')
      await client.from('switches').update({ all_tenants: false }).eq('id', id).throwOnError()
      return id
    }
    for (const id of [await removed(), await general()]) {
      const deliver = async (start: number) => {
        const call = switchRecord({ uuid: randomUUID(), domain: tenant.domain, start })
        const entries = deliveredRecords(JSON.stringify(call)).map((record) => ingestEntry(record))
        const [outcome] = await storeEntries(
          service,
          entries.map((entry) => ({ ...entry, switch: id })),
        )
        return outcome?.outcome
      }
      expect(await deliver(Date.now() - 60_000)).toBe('stored')
      expect(await deliver(Date.now() + 60_000)).toBe('rejected')
    }
  })

  test('because it holds thousands of values does not keep others from being retried', async () => {
    const uuid = randomUUID()
    const domain = `moved-${uuid.slice(0, 8)}.pbx.example`
    const many = JSON.stringify([uuid, ...Array(10_000).fill(1)])
    const record = switchRecord({ uuid, domain, to: uniqueNumber(), start: 1_768_000_000_000 })
    expect(await ingestBody(`[${many},${JSON.stringify(record)}]`)).toEqual(['rejected', 'rejected'])
    const rows = await query<{ id: string; body: string }>(
      'select id, body from public.cdr_rejected where body like $1 order by length(body) desc',
      [`%${uuid}%`],
    )
    expect(rows).toMatchObject([{ body: many }, {}])
    const owner = await insertRow('tenants', await newTenant({ domain }))
    const tech = (await callerOf('tech')).client
    const ids = rows.map(({ id }) => id)
    expect(await retryRejected(tech, service, owner.id, ids)).toEqual({ stored: 1, rejected: 1 })
    expect(await callOf(uuid)).toMatchObject({ tenant_id: owner.id })
    expect(await query('select id from public.cdr_rejected where id = any ($1)', [ids])).toEqual([
      { id: rows[0]?.id },
    ])
  })

  test('is not retried for a user who may not view it', async () => {
    const uuid = randomUUID()
    await ingest({ uuid, start: 3 })
    const [row] = await rejectedWith(uuid)
    const nobody = (await callerOf('nomember')).client
    expect(await retryRejected(nobody, service, randomUUID(), [row?.id ?? ''])).toEqual({
      stored: 0,
      rejected: 0,
    })
  })

  test('that is not JSON is kept', async () => {
    const body = `{"variables": ${randomUUID()}`
    expect(await ingestBody(body)).toEqual(['rejected'])
    expect(await query('select reason from public.cdr_rejected where body = $1', [body])).toEqual([
      { reason: 'The record is not valid JSON.' },
    ])
  })
})

test('a call keeps a path as long as a call can be', async () => {
  const paths = [MAX_STEPS + 1, MAX_STEPS + 2].map((steps) => ({ path: Array(steps).fill({}) }))
  expect(await passing('cdr', 'cdr_path_check', paths)).toEqual([true, false])
})

describe('the hourly call counts', () => {
  test('match a direct count after any batches, concurrent or repeated', async () => {
    const uuids = Array.from({ length: 12 }, () => randomUUID())
    const call = fc.record({
      uuid: fc.constantFrom(...uuids),
      direction: fc.constantFrom('inbound', 'outbound', 'local'),
      cause: fc.constantFrom('NO_ANSWER', 'USER_BUSY', 'ORIGINATOR_CANCEL'),
      start: fc.integer({ min: 0, max: 6 }).map((step) => BEFORE_MIDNIGHT + step * 1_800_000),
      ringSeconds: fc.integer({ min: 0, max: 60 }),
      talkSeconds: fc.option(fc.integer({ min: 0, max: 600 }), { nil: undefined }),
    })
    const batches = fc.array(fc.array(call, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(batches, async (deliveries) => {
        await Promise.all(deliveries.map((calls) => ingest(...calls)))
        const { kept, direct } = await counts(tenant.id)
        expect(kept).toEqual(direct)
      }),
      { numRuns: 12 },
    )
    expect(await query('select 1 from public.cdr where id = any($1)', [uuids])).not.toHaveLength(0)
  })

  test.each(['Asia/Tokyo', 'Asia/Kolkata'])(
    'are recomputed for a tenant that changes its time zone to %s',
    async (zone) => {
      const moved = await insertRow('tenants', await newTenant({ time_zone: 'America/New_York' }))
      await ingest({ uuid: randomUUID(), start: Date.UTC(2026, 0, 5, 10, 10) })
      for (const hour of [3, 14, 16, 20]) {
        await ingest({ domain: moved.domain, uuid: randomUUID(), start: Date.UTC(2026, 0, 5, hour, 40) })
      }
      const [others, { kept: before, direct }] = [await counts(tenant.id), await counts(moved.id)]
      expect(before).toEqual(direct)
      const { error } = await service.from('tenants').update({ time_zone: zone }).eq('id', moved.id)
      expect(error).toBeNull()
      const after = await counts(moved.id)
      expect(after.kept).toEqual(after.direct)
      expect(after.kept.days).not.toEqual(before.days)
      expect(await counts(tenant.id)).toEqual(others)
    },
  )

  test("start at the tenant's full hours, even with half-hour offsets", async () => {
    await ingest({ uuid: randomUUID(), start: Date.UTC(2026, 0, 5, 10, 40) })
    const hours = await query<{ hour: Date }>(
      "select hour from public.cdr_hourly where tenant_id = $1 and hour <= '2026-01-05 10:40+00' order by hour desc limit 1",
      [tenant.id],
    )
    expect(hours[0]?.hour.toISOString()).toBe('2026-01-05T10:30:00.000Z')
  })
})

describe('the monthly CDR partitions', () => {
  const monthsOf = (uuid: string) =>
    query<{ partition: string }>(
      'select tableoid::regclass::text as partition from public.cdr where id = $1',
      [uuid],
    )

  test('are created when the first call of a month arrives', async () => {
    const uuid = randomUUID()
    await ingest({ uuid, start: Date.UTC(2021, 5, 30, 23, 59) })
    expect(await monthsOf(uuid)).toEqual([{ partition: 'private.cdr_2021_06' }])
  })

  test('are made a month ahead by the server, which waits for nothing when they are there', async () => {
    const make = () => service.rpc('create_next_cdr_partitions').throwOnError()
    await make()
    const next = await query<{ partition: string | null }>(
      `select to_regclass('private.cdr_' || to_char(now() at time zone 'UTC' + interval '1 month', 'YYYY_MM'))::text as partition`,
    )
    expect(next[0]?.partition).toMatch(/^private\.cdr_/)
    await rolledBack(async (changing) => {
      await insertRow('tenants', await newTenant(), changing)
      expect((await make()).data).toBe(0)
    })
  })

  test('wait for who changes a tenant without keeping others from it, and give up after the time limit', async () => {
    const make = "select private.create_cdr_partitions('2018-01-01', '2018-01-01')"
    await rolledBack(async (patient) => {
      const made = await rolledBack(async (changing) => {
        await insertRow('tenants', await newTenant(), changing)
        const waits = { until: failure(patient, make) }
        await untilWaiting(patient)
        await insertRow('tenants', await newTenant())
        await rolledBack(async (hurried) => {
          await hurried.query("set local lock_timeout = '300ms'")
          expect(await failure(hurried, make)).toBe('55P03')
        })
        return waits
      })
      expect(await made.until).toBeUndefined()
    })
  })

  test('take over the rows of the default partition', async () => {
    await rolledBack(async (client) => {
      const start = '2019-03-10T12:00:00Z'
      // First, as when calls are ingested: a test that is making a month meanwhile waits for the default partition, which the row below locks.
      await client.query("select pg_advisory_xact_lock(hashtext('private.create_cdr_partitions'))")
      const { rows } = await client.query(
        `insert into public.cdr (id, call_uuid, tenant_id, start_at, end_at, direction, status)
         values (gen_random_uuid(), 'early', $1, $2, $2, 'local', 'missed') returning tableoid::regclass::text as partition`,
        [tenant.id, start],
      )
      expect(rows).toEqual([{ partition: 'private.cdr_default' }])
      await client.query("select private.create_cdr_partitions('2019-02-01', '2019-04-30')")
      const moved = await client.query(
        'select tableoid::regclass::text as partition from public.cdr where start_at = $1',
        [start],
      )
      expect(moved.rows).toEqual([{ partition: 'private.cdr_2019_03' }])
    })
  })

  test('cannot be read around the policies', async () => {
    await rolledBack(async (client) => {
      await become(client, TECH)
      expect(await failure(client, 'select * from private.cdr_default')).toBe('42501')
      expect(await failure(client, "select private.create_cdr_partitions('2030-01-01', '2030-01-01')")).toBe(
        '42501',
      )
      expect(await failure(client, "select public.ingest_cdr('{}')")).toBe('42501')
      expect(await failure(client, 'select public.create_next_cdr_partitions()')).toBe('42501')
    })
  })
})
