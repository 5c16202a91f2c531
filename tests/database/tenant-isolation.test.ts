import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { become, becomeOwner, query, rolledBack, storedRow } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { newQueue } from '../support/factories/call-groups'
import { newCall, newDailyCount, newHourlyCount } from '../support/factories/cdr'
import { insertTenant } from '../support/factories/companies'
import { newSwitch } from '../support/factories/gateways'
import { insertDestination, newPortOrder, newPortOrderNumber } from '../support/factories/numbers'
import { newTenantSettings } from '../support/factories/people'
import { insertRecordingFile } from '../support/factories/recordings'
import { newLiveTenant, newRegistration, newRegistrationFailure } from '../support/factories/registrations'
import { insertRow, uniqueNumber } from '../support/factories/row'
import { newOpportunity } from '../support/factories/sales'
import { newExtension, newTenantNumber } from '../support/factories/telephony'

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()

let own: { id: string; domain: string }
let other: typeof own
/** Extension 1001 of each. */
let phone: { id: string }
let othersPhone: typeof phone
beforeAll(async () => {
  const made = async (name: string) => (await insertTenant(name, { extension_limit: 2 })).tenant
  ;[own, other] = [await made('Near'), await made('Next door')]
  const at = async (tenant_id: string) =>
    insertRow('extensions', await newExtension({ tenant_id, extension: '1001', created_at: daysAgo(100) }))
  ;[phone, othersPhone] = [await at(own.id), await at(other.id)]
  await insertRow('extensions', await newExtension({ tenant_id: other.id, extension: '1002' }))
})

const value = async (text: string, values: unknown[]) =>
  (await query<{ value: unknown }>(`select ${text} as value`, values))[0]?.value

// Where a function checks a row's tenant, another tenant has a row that matches otherwise. Each test fails without that
// check (tests/mutants/support/database-survivors.ts).
describe('what another tenant has', () => {
  test('is not forgotten with the files of a tenant that are gone', async () => {
    const [mine, theirs, kept] = [
      await insertRecordingFile(own.id),
      await insertRecordingFile(other.id),
      await insertRecordingFile(own.id),
    ]
    await query('delete from storage.objects where id = any ($1)', [[mine, theirs]])
    const path = await value('(select f.path from private.recording_files f where f.id = $1)', [kept])
    await query("select private.register_recording_file($1, $2, 'wav', 1, 1, '{1}')", [own.id, path])
    const left = await query<{ id: string }>(
      'select id from private.recording_files where id = any ($1) order by id',
      [[mine, theirs, kept]],
    )
    expect(left.map(({ id }) => id)).toEqual([theirs, kept].toSorted())
  })

  test('is not named in the mail about a 911 call', async () => {
    const to = 'guard@near.example'
    await insertRow(
      'tenant_settings',
      await newTenantSettings({ tenant_id: own.id, emergency_notification_emails: [to] }),
    )
    const said = {
      channel: randomUUID(),
      extension: othersPhone.id,
      call_back: null,
      address: '',
      location: '',
    }
    await query('select public.notify_emergency_call($1, $2)', [own.id, { ...said, leaves: true }])
    const [mail] = await query<{ subject: string }>('select subject from public.mails where cause = $1', [
      said.channel,
    ])
    expect(mail?.subject).toMatch(/^911 was dialed at Near/)
    expect(mail?.subject).not.toContain('1001')
  })

  test('is no phone of a tenant whose extension has the same number', async () => {
    await insertRow(
      'registration_failures',
      await newRegistrationFailure({ tenant_id: other.id, failed_at: new Date().toISOString() }),
    )
    const theirs = { tenant_id: other.id, extension_id: othersPhone.id }
    await insertRow('registrations', await newRegistration(theirs))
    const phones = (tenant: string) =>
      query('select owner_id from private.owned_phones($1, $2)', [tenant, [othersPhone.id]])
    expect(await phones(own.id)).toEqual([])
    expect(await phones(other.id)).toEqual([{ owner_id: othersPhone.id }, { owner_id: othersPhone.id }])
  })

  test('is not the queue of the same number that a call waits in', async () => {
    const queues = [own, other].map(async ({ id: tenant_id }) =>
      insertRow('call_center_queues', await newQueue({ tenant_id, number: '3001' })),
    )
    const [mine] = await Promise.all(queues)
    const { id } = await insertRow('switches', await newSwitch())
    await query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
      id,
      'a'.repeat(64),
    ])
    const call = {
      call_uuid: randomUUID(),
      domain: own.domain,
      direction: 'inbound',
      caller_number: '+12075550123',
      caller_name: '',
      called_number: '3001',
      state: 'waiting',
      started_at: daysAgo(0),
      state_at: daysAgo(0),
      queue: '3001',
    }
    await query("select private.store_live_calls($1, $2, 1, true, $3, '{}')", [
      id,
      randomUUID(),
      JSON.stringify([call]),
    ])
    expect(await query('select queue_id from public.live_calls where switch_id = $1', [id])).toEqual([
      { queue_id: mine?.id },
    ])
  })

  test('keeps its counts of calls when a tenant’s clock changes', async () => {
    const counts = [
      ['cdr_hourly', newHourlyCount],
      ['cdr_daily', newDailyCount],
    ] as const
    for (const tenant_id of [own.id, other.id])
      for (const [table, row] of counts) await insertRow(table, await row({ tenant_id } as never))
    await insertRow('cdr', await newCall({ tenant_id: other.id }))
    const calls = (tenant: string) =>
      value(
        `array[(select count(*) from public.cdr_hourly where tenant_id = $1),
           (select count(*) from public.cdr_daily where tenant_id = $1)]`,
        [tenant],
      )
    // Half an hour apart, so that hours are recounted from calls, of which there are none.
    await query("update public.tenants set time_zone = 'Asia/Kolkata' where id = $1", [own.id])
    expect(await calls(own.id)).toEqual(['0', '0'])
    expect(await calls(other.id)).toEqual(['1', '1'])
  })

  test('is still being checked when a tenant’s check is kept', async () => {
    const claimed = [own.id, other.id]
    await query(
      `insert into private.check_claims select c, now() + interval '1 minute' from unnest($1::uuid[]) c
       on conflict (tenant_id) do update set until = excluded.until`,
      [claimed],
    )
    const checked = () =>
      value('(select v.checked from public.tenant_versions v where v.tenant_id = $1)', [other.id])
    const before = await checked()
    await query('select private.store_check($1)', [{ tenant_id: own.id, snapshot_version: 1, problems: [] }])
    expect(
      await query('select tenant_id from private.check_claims where tenant_id = any ($1)', [claimed]),
    ).toEqual([{ tenant_id: other.id }])
    expect(await checked()).toBe(before)
  })

  test('is no news of a tenant’s calls', async () => {
    await rolledBack(async (client) => {
      const change = async () => {
        await become(client, SUPERADMIN)
        const { rows } = await client.query("select public.live_calls_since($1, 0) -> 'change' as change", [
          own.id,
        ])
        await becomeOwner(client)
        return rows[0]?.change
      }
      const before = await change()
      await insertRow('live_tenants', await newLiveTenant({ tenant_id: other.id, change: 1e12 }), client)
      expect(await change()).toBe(before)
    })
  })

  test('is not forgotten with what a tenant’s phone dialed', async () => {
    const asked = `${randomUUID()} *78`
    const note = (tenant: string, answer: string | null) =>
      value('private.remember_dialed_answer($1, $2, $3)', [tenant, asked, answer])
    await note(other.id, '<theirs/>')
    await note(own.id, null)
    expect(await note(other.id, '<again/>')).toBe('<theirs/>')
  })

  test.each([
    ['a number of another tenant was called', 'outbound', () => ({ number: other.id, from: '+12075550123' })],
    ['another tenant has the caller’s extension', 'inbound', () => ({ number: own.id, from: '1002' })],
  ])('does not decide the direction of a call: %s', async (_what, direction, given) => {
    const { number, from } = given()
    const did = await insertRow('dids', await newTenantNumber({ tenant_id: number }))
    const record = { pos: 1, tenant: own.id, dialed: [did.number], domains: [], extensions: [] }
    expect(
      await query('select direction from private.resolve_cdr($1)', [
        JSON.stringify([{ ...record, to_number: did.number, from_number: from }]),
      ]),
    ).toEqual([{ direction }])
  })

  test('is not the extension that a call reached', async () => {
    const record = {
      pos: 1,
      tenant: own.id,
      dialed: [],
      domains: [],
      extensions: [],
      reached: ['1002', '1001'],
    }
    expect(await query('select reached_id from private.resolve_cdr($1)', [JSON.stringify([record])])).toEqual(
      [{ reached_id: phone.id }],
    )
  })

  test('is no recording that a phone replaces, or that keeps it from a name', async () => {
    await rolledBack(async (client) => {
      // Within a transaction the time is fixed, and the name contains it in the tenant's time zone.
      await client.query("update public.tenants set time_zone = 'UTC' where id = any ($1)", [
        [own.id, other.id],
      ])
      const kept = async (...values: unknown[]) => {
        const { rows } = await client.query(
          'select private.store_dialed_recording($1, $2, $3, $4) as id',
          values,
        )
        return storedRow('recordings', rows[0]?.id, client)
      }
      for (const greeting of [null, 1]) {
        const theirs = await insertRecordingFile(other.id)
        const mine = await insertRecordingFile(own.id)
        const before = await kept(other.id, othersPhone.id, theirs, greeting)
        expect(await kept(own.id, phone.id, mine, greeting)).toMatchObject({ name: before?.name })
        expect(await storedRow('recordings', String(before?.id), client)).toEqual(before)
      }
    })
  })

  test('makes no idle seat busy', async () => {
    await query(
      `insert into private.extension_calls (tenant_id, extension_id, last_at)
       select $1, id, now() from public.extensions where tenant_id = $2`,
      [other.id, own.id],
    )
    expect(await query('select extension, idle from private.seat_holders($1)', [own.id])).toEqual([
      { extension: '1001', idle: true },
    ])
  })

  test('gets a ported number without the route that was chosen before', async () => {
    const destination_id = await insertDestination(own.id)
    const order = await insertRow(
      'port_orders',
      await newPortOrder({ for_tenant_id: own.id, destination_id }),
    )
    const number = uniqueNumber()
    await insertRow(
      'port_order_numbers',
      await newPortOrderNumber({ port_order_id: order.id, number, route_id: destination_id }),
    )
    for (const change of [
      "state = 'submitted'",
      "state = 'foc_confirmed', foc_date = current_date",
      `state = 'ported', for_tenant_id = '${other.id}', destination_id = null`,
    ])
      await query(`update public.port_orders set ${change} where id = $1`, [order.id])
    expect(
      await query('select status, tenant_id, destination_id from public.dids where number = $1', [number]),
    ).toEqual([{ status: 'assigned', tenant_id: other.id, destination_id: null }])
  })

  test('keeps its feature codes when a tenant is set up from a document', async () => {
    const code = (tenant: string) =>
      value(
        "(select f.code from public.feature_codes f where f.tenant_id = $1 and f.feature = 'do_not_disturb')",
        [tenant],
      )
    const before = await code(other.id)
    const given = { feature: 'do_not_disturb', code: '*7878', name: 'Quiet', enabled: true }
    await query("select private.store_configured_row('feature_codes', $1, null, $2)", [own.id, given])
    expect(await code(own.id)).toBe('*7878')
    expect(await code(other.id)).toBe(before)
  })

  test('makes no tenant full', async () => {
    const { tenant, company } = await insertTenant(`Roomy ${randomUUID()}`, { extension_limit: 1 })
    const full = () => value('public.tenant_count(search => $1, only_full => true)', [company.name])
    expect(await full()).toBe(0)
    await insertRow('extensions', await newExtension({ tenant_id: tenant.id }))
    expect(await full()).toBe(1)
  })

  test('fills no seats of a plan for what was sold', async () => {
    const { company } = await insertTenant(`Sold ${randomUUID()}`)
    const { id } = await insertRow('opportunities', await newOpportunity({ company_id: company.id }))
    expect(await value("public.won_plan($1) -> 'extensions'", [id])).toBe(0)
  })

  test('is not counted in the trail of a change that was made in one go', async () => {
    await query('update public.extensions set description = $2 where id = any ($1)', [
      [phone.id, othersPhone.id],
      randomUUID(),
    ])
    await query('update public.extensions set description = $2 where id = $1', [othersPhone.id, randomUUID()])
    const newest = await value(
      "(public.trail_page('2000-01-01', '2100-01-01', tenant => $1, page_size => 1)) -> 'kinds'",
      [own.id],
    )
    expect(newest).toEqual([{ table_name: 'extensions', action: 'update', count: 1 }])
    expect(await storedRow('extensions', othersPhone.id)).toMatchObject({ tenant_id: other.id })
  })

  test('does not make the secrets of this one something to undo in the trail', async () => {
    await query(
      `with others as (update public.extensions set description = $2 where id = $3)
       select private.audit_secret(rule, e.id, e.tenant_id, 'update', e.extension)
       from private.secret_rules rule, public.extensions e
       where rule.owner_table = 'extensions' and rule.field = 'voicemail_pin' and e.id = $1`,
      [phone.id, randomUUID(), othersPhone.id],
    )
    const newest = (tenant: string) =>
      value(
        "(public.trail_page('2000-01-01', '2100-01-01', tenant => $1, page_size => 1)) -> 'only_secrets'",
        [tenant],
      )
    expect(await newest(own.id)).toBe(true)
    expect(await newest(other.id)).toBe(false)
  })
})
