import { beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '@/lib/supabase/refusal'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newCall } from '../support/factories/cdr'
import { insertTenant } from '../support/factories/companies'
import { gatewayNamed } from '../support/factories/gateways'
import {
  insertDestination,
  newCallBlockRule,
  newDidCondition,
  newOutboundRoute,
} from '../support/factories/numbers'
import { newRecording } from '../support/factories/recordings'
import { type Given, insertRow, newId } from '../support/factories/row'
import { newExtension, newFreeNumber, newTenantNumber } from '../support/factories/telephony'
import { SEALED } from '../support/vault'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('a number', () => {
  test('is saved with its conditions in one step', async () => {
    const { tenant } = await insertTenant('Inbound')
    const did = await insertRow('dids', await newTenantNumber({ tenant_id: tenant.id }))
    const [main, other] = [await insertDestination(tenant.id), await insertDestination(tenant.id)]
    const condition = {
      id: newId(),
      position: 1,
      match: 'exact',
      caller: '+12075550111',
      destination_id: other,
    }
    const { data, error } = await callers.tech.client.rpc('save_record', {
      target_table: 'dids',
      record: did.id,
      tenant: tenant.id,
      expected_version: did.version,
      record_values: { destination_id: main, caller_id_prefix: 'Sales: ', record: true },
      children: { did_conditions: { parent: 'did_id', rows: [condition] } },
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ destination_id: main, caller_id_prefix: 'Sales: ', number: did.number })
    expect(await storedRow('did_conditions', condition.id)).toMatchObject({
      did_id: did.id,
      tenant_id: tenant.id,
    })
  })

  test('cannot route to a destination of another tenant', async () => {
    const [own, other] = [await insertTenant('Own'), await insertTenant('Other')]
    const did = await insertRow('dids', await newTenantNumber({ tenant_id: own.tenant.id }))
    const foreign = await insertDestination(other.tenant.id)
    const recording = await insertRow('recordings', await newRecording({ tenant_id: other.tenant.id }))
    for (const change of [
      { destination_id: foreign },
      { override_destination_id: foreign, override_until: inAnHour() },
      { hold_music_recording_id: recording.id },
    ]) {
      const { error } = await callers.superadmin.client.from('dids').update(change).eq('id', did.id)
      expect(error?.code).toBe('23503')
    }
    const condition = await newDidCondition({ tenant_id: own.tenant.id, destination_id: foreign })
    const { error } = await callers.superadmin.client.from('did_conditions').insert(condition)
    expect(error?.code).toBe('23503')
    expect(await storedRow('dids', did.id)).toMatchObject({ version: did.version })
  })

  test.each([
    { caller_id_prefix: 'Nineteen letters and more' },
    { caller_id_prefix: '"quoted"' },
    { account_code: 'two words' },
    { distinctive_ring: 'ding' },
    { override_until: '2030-01-01T00:00:00Z' },
  ])('is rejected with %o', async (change) => {
    const did = await insertRow('dids', await newTenantNumber())
    const { error } = await callers.tech.client.from('dids').update(change).eq('id', did.id)
    expect(error?.code).toBe('23514')
    expect(await storedRow('dids', did.id)).toMatchObject({ version: did.version })
  })

  test('without a tenant cannot be routed', async () => {
    const { tenant } = await insertTenant('Nobody')
    const did = await insertRow('dids', await newFreeNumber())
    const destination = await insertDestination(tenant.id)
    const { error } = await callers.superadmin.client
      .from('dids')
      .update({ destination_id: destination })
      .eq('id', did.id)
    expect(error?.code).toBe('23514')
  })

  test('keeps its destination from being deleted', async () => {
    const { tenant } = await insertTenant('Kept')
    const extension = await insertRow('extensions', await newExtension({ tenant_id: tenant.id }))
    await insertRow('dids', await newTenantNumber({ tenant_id: tenant.id, destination_id: extension.id }))
    const { error } = await callers.tech.client.from('extensions').delete().eq('id', extension.id)
    expect(error?.code).toBe('23503')
    expect(await storedRow('extensions', extension.id)).toBeDefined()
  })
})

describe('a routing condition', () => {
  test.each<Given<'did_conditions'>>([
    { match: 'anonymous', caller: '+12075550111' },
    { match: 'exact', caller: null },
    { match: 'exact', caller: 'Bob' },
    { match: 'prefix', caller: '' },
  ])('is rejected with %o', async (change) => {
    const row = await newDidCondition(change)
    const { error } = await callers.tech.client.from('did_conditions').insert(row)
    expect(error?.code).toBe('23514')
    expect(await storedRow('did_conditions', row.id)).toBeUndefined()
  })
})

describe('a number that moves to another tenant', () => {
  async function routed() {
    const [from, to] = [await insertTenant('From'), await insertTenant('To')]
    const destination_id = await insertDestination(from.tenant.id)
    const did = await insertRow(
      'dids',
      await newTenantNumber({
        tenant_id: from.tenant.id,
        destination_id,
        override_destination_id: destination_id,
        override_until: inAnHour(),
        caller_id_prefix: 'Sales: ',
        record: true,
        enabled: false,
      }),
    )
    const condition = await insertRow(
      'did_conditions',
      await newDidCondition({ tenant_id: from.tenant.id, did_id: did.id }),
    )
    return { did, condition, from: from.tenant.id, to: to.tenant.id }
  }

  async function lastEntry(record: string) {
    const [entry] = await query<{ id: string }>(
      'select id from public.audit_log where record_id = $1 order by seq desc limit 1',
      [record],
    )
    return entry?.id ?? ''
  }

  const undoLast = async (caller: Caller, record: string, tenant?: string) =>
    (await caller.client.rpc('undo_change', { entry: await lastEntry(record), tenant }).throwOnError()).data

  test('loses its routes', async () => {
    const { did, condition, to } = await routed()
    const { error } = await callers.superadmin.client.from('dids').update({ tenant_id: to }).eq('id', did.id)
    expect(error).toBeNull()
    expect(await storedRow('dids', did.id)).toMatchObject({
      tenant_id: to,
      destination_id: null,
      override_destination_id: null,
      override_until: null,
    })
    expect(await storedRow('did_conditions', condition.id)).toBeUndefined()
  })

  test.each(['the whole trail', 'its new tenant’s trail'])(
    'has its routes and call settings again when the move is undone in %s',
    async (where) => {
      const { did, condition, from, to } = await routed()
      const { client } = callers.superadmin
      await client.from('dids').update({ tenant_id: to }).eq('id', did.id).throwOnError()
      const tenant = where === 'the whole trail' ? undefined : to
      const undone = await undoLast(callers.superadmin, did.id, tenant)
      expect(undone).toMatchObject({ undone: 1, kept: 0 })
      const { version: _, updated_at: __, ...before } = did
      expect(await storedRow('dids', did.id)).toMatchObject({ ...before, tenant_id: from })
      expect(await storedRow('did_conditions', condition.id)).toMatchObject({
        tenant_id: from,
        destination_id: condition.destination_id,
      })
    },
  )

  test('does not take a route of the new tenant along when the move is undone', async () => {
    const { did, from, to } = await routed()
    const { client } = callers.superadmin
    await client.from('dids').update({ tenant_id: to }).eq('id', did.id).throwOnError()
    const moved = await lastEntry(did.id)
    const change = { destination_id: await insertDestination(to), account_code: 'new-tenant' }
    await client.from('dids').update(change).eq('id', did.id).throwOnError()
    const undone = await client.rpc('undo_change', { entry: moved }).throwOnError()
    expect(undone.data).toMatchObject({ kept: 0 })
    expect(await storedRow('dids', did.id)).toMatchObject({
      tenant_id: from,
      destination_id: null,
      override_destination_id: did.override_destination_id,
      account_code: '',
    })
  })

  test('can be moved only with the right to edit numbers', async () => {
    const { did, from, to } = await routed()
    for (const role of ['tech', 'admin'] as const) {
      const { error } = await callers[role].client.from('dids').update({ tenant_id: to }).eq('id', did.id)
      expect(error?.code).toBe('42501')
    }
    expect(await storedRow('dids', did.id)).toMatchObject({ tenant_id: from })
  })

  test('cannot leave while an outbound route uses it as caller ID', async () => {
    const { did, from, to } = await routed()
    await insertRow(
      'outbound_routes',
      await newOutboundRoute({ tenant_id: from, name: 'To the coast', caller_id_did_id: did.id }),
    )
    const { error } = await callers.superadmin.client.from('dids').update({ tenant_id: to }).eq('id', did.id)
    expect(error).toMatchObject({ code: '23001', message: expect.stringContaining('To the coast') })
    expect(await storedRow('dids', did.id)).toMatchObject({
      tenant_id: from,
      destination_id: did.destination_id,
    })
  })
})

describe('the list of inbound numbers', () => {
  const page = async (tenant: string, filters = {}) => {
    const { data } = await callers.tech.client.rpc('record_page', { target_table: 'dids', tenant, filters })
    return data as { id: string; routed_to_id: string; overridden: boolean; routed: boolean }[]
  }

  test('shows where calls go now, including overrides until they end', async () => {
    const { tenant } = await insertTenant('Effective')
    const [usual, other] = [await insertDestination(tenant.id), await insertDestination(tenant.id)]
    const common = { tenant_id: tenant.id, destination_id: usual, override_destination_id: other }
    const over = await insertRow('dids', await newTenantNumber({ ...common, override_until: inAnHour() }))
    const ended = await insertRow(
      'dids',
      await newTenantNumber({ ...common, override_until: '2026-01-01T00:00:00Z' }),
    )
    const rows = await page(tenant.id)
    expect(rows.find(({ id }) => id === over.id)).toMatchObject({ routed_to_id: other, overridden: true })
    expect(rows.find(({ id }) => id === ended.id)).toMatchObject({ routed_to_id: usual, overridden: false })
  })

  test('filters numbers without any route', async () => {
    const { tenant } = await insertTenant('Nowhere')
    const [lost, conditional] = [
      await insertRow('dids', await newTenantNumber({ tenant_id: tenant.id })),
      await insertRow('dids', await newTenantNumber({ tenant_id: tenant.id })),
    ]
    await insertRow('did_conditions', await newDidCondition({ tenant_id: tenant.id, did_id: conditional.id }))
    expect((await page(tenant.id, { routed: false })).map(({ id }) => id)).toEqual([lost.id])
  })
})

const [EAST, WEST] = [await gatewayNamed('carrier-east'), await gatewayNamed('carrier-west')]

describe('an outbound route', () => {
  test.each<Given<'outbound_routes'>>([
    { pattern: '^9\\d+$' },
    { matches: 'pattern' },
    { matches: 'pattern', pattern: '^(9\\d+$' },
    { matches: 'pattern', pattern: '(?<name>9)' },
    { matches: 'pattern', pattern: 'x'.repeat(3) },
    { matches: 'international', toll_class: 'local' },
    { gateway_2_id: EAST },
    { gateway_3_id: WEST },
    { gateway_2_id: WEST, gateway_3_id: EAST },
    { position: 0 },
    { position: 10_000 },
    { prefix: 'abc' },
    { strip_digits: -1 },
    { concurrent_limit: 0 },
  ])('is rejected with %o', async (change) => {
    const row = await newOutboundRoute(change)
    const { error } = await callers.tech.client.from('outbound_routes').insert(row)
    expect(error?.code).toBe('23514')
    expect(await storedRow('outbound_routes', row.id)).toBeUndefined()
  })

  test('accepts a custom regular expression with any toll class', async () => {
    const row = await newOutboundRoute({
      matches: 'pattern',
      pattern: '^77\\d{3}$',
      toll_class: 'international',
    })
    expect((await callers.tech.client.from('outbound_routes').insert(row)).error).toBeNull()
  })

  test.each([
    ['national', true],
    ['international', false],
    ['premium', false],
  ])('imported for %s calls is enabled by default: %s', async (matches, enabled) => {
    const { tenant } = await insertTenant('Routes from a file')
    const rows = [{ name: 'From a file', matches, toll_class: matches, gateway_1_id: EAST }]
    const { error } = await callers.tech.client.rpc('import_records', {
      target_table: 'outbound_routes',
      tenant: tenant.id,
      key_columns: ['name'],
      rows,
      dry_run: false,
    })
    expect(error).toBeNull()
    expect(
      await query('select enabled from public.outbound_routes where tenant_id = $1', [tenant.id]),
    ).toEqual([{ enabled }])
  })

  test('cannot send a number of another tenant as caller ID', async () => {
    const did = await insertRow('dids', await newTenantNumber())
    const row = await newOutboundRoute({ caller_id_did_id: did.id })
    const { error } = await callers.superadmin.client.from('outbound_routes').insert(row)
    expect(error?.code).toBe('23503')
  })

  test('for emergency calls has no caller ID of its own, whether it is added or changed', async () => {
    const { tenant } = await insertTenant('A number for 911')
    const did = await insertRow('dids', await newTenantNumber({ tenant_id: tenant.id }))
    const emergency = { tenant_id: tenant.id, matches: 'emergency', toll_class: 'emergency' } as const
    const refused = { column: 'caller_id_did_id', message: 'Emergency calls show the phone’s own number.' }
    const routes = () => callers.tech.client.from('outbound_routes')
    const added = await routes().insert(await newOutboundRoute({ ...emergency, caller_id_did_id: did.id }))
    expect(added.error && refusalOf(added.error, added.status)).toMatchObject(refused)
    const stored = await insertRow('outbound_routes', await newOutboundRoute(emergency))
    const changed = await routes().update({ caller_id_did_id: did.id }).eq('id', stored.id)
    expect(changed.error && refusalOf(changed.error, changed.status)).toMatchObject(refused)
    expect(await storedRow('outbound_routes', stored.id)).toMatchObject({ caller_id_did_id: null })
  })

  test('has a PIN that only users who may reveal secrets can read, and that is deleted with it', async () => {
    const row = await insertRow('outbound_routes', await newOutboundRoute())
    const secret = { tenant: row.tenant_id, owner_table: 'outbound_routes', owner: row.id, field: 'pin' }
    const weak = await callers.tech.client.rpc('set_secret', { ...secret, sealed: '1234' })
    expect(weak.error?.code).toBe('23514')
    expect((await callers.tech.client.rpc('set_secret', { ...secret, sealed: SEALED })).error).toBeNull()
    expect((await callers.tech.client.rpc('reveal_secret', secret)).error?.code).toBe('42501')
    expect((await callers.admin.client.rpc('reveal_secret', secret)).data).toBe(SEALED)
    await callers.tech.client.from('outbound_routes').delete().eq('id', row.id)
    expect(await query('select from public.secrets where owner_id = $1', [row.id])).toEqual([])
  })

  describe('is sorted among the routes of its tenant', () => {
    const insertAt = async (position: number, tenant_id?: string) =>
      insertRow('outbound_routes', await newOutboundRoute({ tenant_id, position }))
    const order = (tenant: string, ...seen: { id: string; position?: number | null }[]) =>
      callers.tech.client.rpc('order_outbound_routes', {
        tenant,
        routes: seen.map(({ id, position = null }) => ({ id, position })),
      })
    const stored = async (tenant: string) =>
      (
        await query<{ id: string; position: number }>(
          'select id, position from public.outbound_routes where tenant_id = $1 order by position',
          [tenant],
        )
      ).map(({ id, position }) => [id, position])

    test('as the caller saw them, also when it is sent again after a lost response', async () => {
      const { tenant } = await insertTenant('Ordered')
      const [a, b] = [await insertAt(1, tenant.id), await insertAt(2, tenant.id)]
      expect((await order(tenant.id, b, a)).error).toBeNull()
      expect((await order(tenant.id, b, a)).error).toBeNull()
      expect(await stored(tenant.id)).toEqual([
        [b.id, 10],
        [a.id, 20],
      ])
    })

    test.each(['moved', 'added', 'deleted'] as const)('unless one was %s since', async (change) => {
      const { tenant } = await insertTenant('Ordered')
      const [a, b, c] = [
        await insertAt(1, tenant.id),
        await insertAt(2, tenant.id),
        await insertAt(3, tenant.id),
      ]
      if (change === 'moved') expect((await order(tenant.id, c, a, b)).error).toBeNull()
      else if (change === 'added') await insertAt(4, tenant.id)
      else await query('delete from public.outbound_routes where id = $1', [c.id])
      const before = await stored(tenant.id)
      const { error } = await order(tenant.id, b, a, c)
      expect(error).toMatchObject({
        code: 'TR412',
        message: 'Someone else has changed the order of the routes since you opened it. Open it again.',
      })
      expect(await stored(tenant.id)).toEqual(before)
    })

    test("never with another tenant's", async () => {
      const [own, foreign] = [await insertAt(10), await insertAt(7)]
      expect((await order(own.tenant_id, foreign, own)).error?.code).toBe('TR412')
      await order(own.tenant_id, own, { id: foreign.id })
      expect(await storedRow('outbound_routes', own.id)).toEqual(own)
      expect(await storedRow('outbound_routes', foreign.id)).toEqual(foreign)
    })
  })

  test('defaults are added once, with international and premium disabled', async () => {
    const { tenant } = await insertTenant('Usual')
    const add = () =>
      callers.tech.client.rpc('add_default_outbound_routes', { tenant: tenant.id, gateway: EAST })
    expect((await add()).data).toBe(6)
    expect((await add()).data).toBe(0)
    const rows = await query<{ matches: string; enabled: boolean }>(
      'select matches, enabled from public.outbound_routes where tenant_id = $1 order by position',
      [tenant.id],
    )
    expect(rows.filter(({ enabled }) => !enabled).map(({ matches }) => matches)).toEqual([
      'premium',
      'international',
    ])
    const denied = await callers.nomember.client.rpc('add_default_outbound_routes', {
      tenant: (await insertTenant('Denied')).tenant.id,
      gateway: EAST,
    })
    expect(denied.error?.code).toBe('42501')
  })
})

describe('a call-block rule', () => {
  test.each<Given<'call_block_rules'>>([
    { match: 'anonymous' },
    { match: 'anonymous', number: null, direction: 'outbound' },
    { number: null },
    { number: '(207) 555-0111' },
    { action: 'destination' },
    { direction: 'outbound', action: 'voicemail' },
    { direction: 'outbound', number: '911' },
    { direction: 'outbound', match: 'prefix', number: '9' },
  ])('is rejected with %o', async (change) => {
    const row = await newCallBlockRule(change)
    const { error } = await callers.tech.client.from('call_block_rules').insert(row)
    expect(error?.code).toBe('23514')
    expect(await storedRow('call_block_rules', row.id)).toBeUndefined()
  })

  test('exists once per number, direction and extension', async () => {
    const first = await insertRow('call_block_rules', await newCallBlockRule())
    const again = await newCallBlockRule({ tenant_id: first.tenant_id, number: first.number })
    const { error } = await callers.tech.client.from('call_block_rules').insert(again)
    expect(error?.code).toBe('23505')
    const extension = await insertRow('extensions', await newExtension({ tenant_id: first.tenant_id }))
    const scoped = { ...again, extension_id: extension.id }
    expect((await callers.tech.client.from('call_block_rules').insert(scoped)).error).toBeNull()
  })

  test('has hit counters that only the switch can write', async () => {
    const row = { ...(await newCallBlockRule()), hits: 50 }
    await callers.tech.client.from('call_block_rules').insert(row)
    expect(await storedRow('call_block_rules', row.id)).toMatchObject({ hits: 0 })
    await serviceClient().from('call_block_rules').update({ hits: 3 }).eq('id', row.id)
    await callers.tech.client
      .from('call_block_rules')
      .update({ hits: 0, name: 'Robocaller' })
      .eq('id', row.id)
    expect(await storedRow('call_block_rules', row.id)).toMatchObject({ hits: 3, name: 'Robocaller' })
  })
})

describe('the preview of blocked calls', () => {
  const ask = async (
    tenant: string,
    rule: { direction: string; match: string; number?: string; for_extension?: string },
    days = 30,
  ) => {
    const { data } = await callers.tech.client.rpc('preview_block_rule', { tenant, ...rule, days })
    return data?.[0]?.calls
  }

  test('counts the last days’ calls by the other party’s number', async () => {
    const { tenant } = await insertTenant('Counted')
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const call = async (given: Parameters<typeof newCall>[0], days = 1) =>
      insertRow(
        'cdr',
        await newCall({
          tenant_id: tenant.id,
          start_at: daysAgo(days),
          end_at: daysAgo(days - 0.1),
          ...given,
        }),
      )
    await call({ direction: 'inbound', from_number: '+12075550111', to_number: '+12075550100' })
    await call({ direction: 'inbound', from_number: '+12075550112', to_number: '+12075550100' })
    await call({ direction: 'inbound', from_number: '+12075550111', to_number: '+12075550100' }, 40)
    await call({ direction: 'inbound', from_number: 'anonymous', to_number: '+12075550100' })
    await call({ direction: 'outbound', from_number: '1001', to_number: '+12075550111' })

    expect(await ask(tenant.id, { direction: 'inbound', match: 'exact', number: '+12075550111' })).toBe(1)
    expect(await ask(tenant.id, { direction: 'inbound', match: 'exact', number: '+12075550111' }, 60)).toBe(2)
    expect(await ask(tenant.id, { direction: 'inbound', match: 'prefix', number: '+1207' })).toBe(2)
    expect(await ask(tenant.id, { direction: 'inbound', match: 'anonymous' })).toBe(1)
    expect(await ask(tenant.id, { direction: 'outbound', match: 'exact', number: '+12075550111' })).toBe(1)
    const { data } = await callers.nomember.client.rpc('preview_block_rule', {
      tenant: tenant.id,
      direction: 'inbound',
      match: 'prefix',
      number: '+1',
    })
    expect(data?.[0]?.calls).toBe(0)
  })

  test('leaves out calls that the rule would let through: to an agent of a queue, and to a call-back number', async () => {
    const { tenant } = await insertTenant('Let through')
    const extension = await insertRow('extensions', await newExtension({ tenant_id: tenant.id }))
    const callback = await insertRow('dids', await newTenantNumber({ tenant_id: tenant.id, emergency: true }))
    const call = async (given: Parameters<typeof newCall>[0]) =>
      insertRow(
        'cdr',
        await newCall({
          tenant_id: tenant.id,
          direction: 'inbound',
          from_number: '+12075550111',
          extension_id: extension.id,
          start_at: new Date(Date.now() - 60_000).toISOString(),
          end_at: new Date().toISOString(),
          ...given,
        }),
      )
    const step = (table: string) => ({ at: 1, why: '', text: '', record: { table, id: null, label: '' } })
    await call({ path: [step('dids'), step('extensions')] })
    await call({ path: null })
    await call({ path: [step('dids'), step('call_center_queues'), step('extensions')] })
    await call({ to_number: callback.number })
    const rule = { direction: 'inbound', match: 'exact', number: '+12075550111' }
    expect(await ask(tenant.id, { ...rule, for_extension: extension.id })).toBe(2)
    expect(await ask(tenant.id, rule)).toBe(3)
  })
})
