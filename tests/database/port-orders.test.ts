import { beforeAll, describe, expect, test } from 'vitest'
import { portSteps } from '@/lib/numbers/port-steps'
import { PORT_ORDERS } from '@/lib/supabase/constraints'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import {
  become,
  clusterOwnerUrl,
  failure,
  query,
  rolledBack,
  storedRow,
  untilWaiting,
  withDatabase,
} from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { insertTenant } from '../support/factories/companies'
import { insertDestination } from '../support/factories/numbers'
import { insertRow, newId, uniqueNumber } from '../support/factories/row'
import { memberWith } from '../support/members'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

/** An order with two numbers, for a tenant and with a route. */
async function ordered() {
  const { tenant } = await insertTenant('Ported')
  const destination_id = await insertDestination(tenant.id)
  const order = await insertRow(
    'port_orders',
    await FACTORIES.port_orders({ for_tenant_id: tenant.id, destination_id, carrier: 'Bandwidth' }),
  )
  const numbers = [uniqueNumber(), uniqueNumber()]
  for (const number of numbers) {
    await insertRow(
      'port_order_numbers',
      await FACTORIES.port_order_numbers({ port_order_id: order.id, number }),
    )
  }
  return { tenant: tenant.id, destination_id, order: order.id, numbers }
}

type Step = { to: string; reason?: string; foc?: string; by?: Role }

async function step(order: string, { to, reason, foc, by = 'superadmin' }: Step) {
  const stored = await storedRow('port_orders', order)
  return callers[by].client.rpc('set_port_order_state', {
    port_order: order,
    expected_version: Number(stored?.version),
    to_state: to,
    reason,
    foc,
  })
}

async function steps(order: string, ...all: Step[]) {
  for (const one of all) expect((await step(order, one)).error).toBeNull()
}

const didsOf = (numbers: string[]) =>
  query<{ status: string; tenant_id: string | null; destination_id: string | null; carrier: string }>(
    'select status, tenant_id, destination_id, carrier from public.dids where number = any ($1)',
    [numbers],
  )
const FOC = { to: 'foc_confirmed', foc: '2026-03-02' }

test('the app offers exactly the steps that the database allows', async () => {
  const states = PORT_ORDERS.state.choices
  const ways: Record<(typeof states)[number], string[]> = {
    draft: [],
    submitted: ['submitted'],
    exception: ['submitted', 'exception'],
    foc_confirmed: ['submitted', 'foc_confirmed'],
    ported: ['submitted', 'foc_confirmed', 'ported'],
    cancelled: ['cancelled'],
  }
  for (const from of states) {
    const { order } = await ordered()
    await rolledBack(async (client) => {
      const move = (state: string) =>
        failure(
          client,
          `update public.port_orders set state = $2, foc_date = case when $2 in ('foc_confirmed', 'ported') then date '2026-03-02' end,
             exception_reason = case when $2 = 'exception' then 'Wrong account' else '' end where id = $1`,
          [order, state],
        )
      for (const state of ways[from]) expect(await move(state)).toBeUndefined()
      const allowed: string[] = []
      for (const to of states.filter((state) => state !== from)) {
        await client.query('savepoint step')
        if ((await move(to)) === undefined) allowed.push(to)
        await client.query('rollback to savepoint step')
      }
      expect([from, allowed.sort()]).toEqual([
        from,
        portSteps(from)
          .map(({ to }) => to as string)
          // The date is changed in the same state.
          .filter((to) => to !== from)
          .sort(),
      ])
    })
  }
})

describe('a port order', () => {
  test('adds its numbers as porting in when submitted, with its route, because calls may arrive before anybody records it', async () => {
    const { order, numbers, tenant, destination_id } = await ordered()
    await steps(order, { to: 'submitted' })
    const expected = { status: 'porting_in', tenant_id: tenant, destination_id, carrier: 'Bandwidth' }
    expect(await didsOf(numbers)).toEqual([expected, expected])
  })

  test('gives its numbers another route and carrier while they are porting in, but none in place of a route chosen for a number', async () => {
    const { order, numbers, tenant } = await ordered()
    await steps(order, { to: 'submitted' })
    const [own, next, single] = [
      await insertDestination(tenant),
      await insertDestination(tenant),
      await insertDestination(tenant),
    ]
    await query('update public.dids set destination_id = $1 where number = $2', [own, numbers[0]])
    const { client } = callers.superadmin
    const version = Number((await storedRow('port_orders', order))?.version) + 1
    await client
      .from('port_orders')
      .update({ destination_id: next, carrier: 'Telnyx', version })
      .eq('id', order)
      .throwOnError()
    const held = async (number = '') => (await didsOf([number]))[0]
    expect(await held(numbers[0])).toMatchObject({ destination_id: own, carrier: 'Telnyx' })
    expect(await held(numbers[1])).toMatchObject({ destination_id: next, carrier: 'Telnyx' })
    for (const number of numbers)
      await query('update public.port_order_numbers set route_id = $1 where number = $2', [single, number])
    expect(await held(numbers[0])).toMatchObject({ destination_id: own })
    expect(await held(numbers[1])).toMatchObject({ destination_id: single })
    await query('update public.port_order_numbers set route_id = null where number = $1', [numbers[1]])
    expect(await held(numbers[1])).toMatchObject({ destination_id: next })
    await steps(order, FOC, { to: 'ported' })
    expect(await held(numbers[0])).toMatchObject({ status: 'assigned', destination_id: own })
    expect(await held(numbers[1])).toMatchObject({ status: 'assigned', destination_id: next })
  })

  test('leaves a number that comes back the carrier that it had, if it does not say which', async () => {
    const gone = await insertRow('dids', await FACTORIES.dids({ carrier: 'Bandwidth' }))
    await query("update public.dids set status = 'released', tenant_id = null where id = $1", [gone.id])
    const order = await insertRow('port_orders', await FACTORIES.port_orders({ carrier: '' }))
    const row = { port_order_id: order.id, number: gone.number }
    await insertRow('port_order_numbers', await FACTORIES.port_order_numbers(row))
    await steps(order.id, { to: 'submitted' })
    expect(await storedRow('dids', gone.id)).toMatchObject({ status: 'porting_in', carrier: 'Bandwidth' })
  })

  test.each([
    ['at once', 'Telnyx'],
    ['after its submission', ''],
  ])(
    'leaves a number that comes back by another carrier, named %s, nothing of its former customer and carrier',
    async (_when, carrier) => {
      const gateway = await insertRow('gateways', await FACTORIES.gateways())
      const before = { carrier: 'Bandwidth', gateway_id: gateway.id, description: 'Reception', tags: ['vip'] }
      const gone = await insertRow('dids', await FACTORIES.dids(before))
      await query("update public.dids set status = 'released', tenant_id = null where id = $1", [gone.id])
      await query('update public.did_costs set monthly_cost = 1.25 where id = $1', [gone.id])
      const order = await insertRow('port_orders', await FACTORIES.port_orders({ carrier }))
      const row = { port_order_id: order.id, number: gone.number }
      await insertRow('port_order_numbers', await FACTORIES.port_order_numbers(row))
      await steps(order.id, { to: 'submitted' })
      await query("update public.port_orders set carrier = 'Telnyx' where id = $1", [order.id])
      const after = { carrier: 'Telnyx', gateway_id: null, description: order.name, tags: [] }
      expect(await storedRow('dids', gone.id)).toMatchObject(after)
      expect(await storedRow('did_costs', gone.id)).toMatchObject({ monthly_cost: null })
    },
  )

  test('leaves its numbers their carrier when its own is taken out later', async () => {
    const { order, numbers } = await ordered()
    await steps(order, { to: 'submitted' })
    await query("update public.port_orders set carrier = '' where id = $1", [order])
    expect(await didsOf(numbers)).toMatchObject([{ carrier: 'Bandwidth' }, { carrier: 'Bandwidth' }])
  })

  test('assigns its numbers to the tenant, with their routes, when ported', async () => {
    const { order, numbers, tenant, destination_id } = await ordered()
    await steps(order, { to: 'submitted' }, FOC, { to: 'ported' })
    const expected = { status: 'assigned', tenant_id: tenant, destination_id, carrier: 'Bandwidth' }
    expect(await didsOf(numbers)).toEqual([expected, expected])
    const stored = await storedRow('port_orders', order)
    expect(stored).toMatchObject({ state: 'ported', destination_id: null })
    // It would route nothing, and hold its destination.
    const { client } = callers.superadmin
    const routed = { destination_id, version: Number(stored?.version) + 1 }
    const { error } = await client.from('port_orders').update(routed).eq('id', order)
    expect(error?.code).toBe('23514')
    const noted = { notes: 'Arrived at noon.', version: Number(stored?.version) + 1 }
    await client.from('port_orders').update(noted).eq('id', order).throwOnError()
    expect(await storedRow('port_orders', order)).toEqual({
      ...stored,
      ...noted,
      updated_at: expect.anything(),
    })
  })

  test.each(['ported', 'cancelled'])(
    'stays in the month in which it was %s when a route of its numbers goes later',
    async (state) => {
      const { order, numbers, destination_id } = await ordered()
      await query('update public.port_order_numbers set route_id = $1 where port_order_id = $2', [
        destination_id,
        order,
      ])
      await steps(order, { to: 'submitted' }, FOC, { to: state })
      await rolledBack(async (client) => {
        // Long ago.
        await client.query("set local session_replication_role = 'replica'")
        await client.query(
          "update public.port_orders set closed_at = '2020-03-10', updated_at = '2020-03-10' where id = $1",
          [order],
        )
        await client.query("set local session_replication_role = 'origin'")
        await client.query('update public.dids set destination_id = null where number = any ($1)', [numbers])
        await client.query('delete from public.destinations where id = $1', [destination_id])
        await client.query('set constraints all immediate')
        await become(client, SUPERADMIN)
        const { rows } = await client.query(
          "select public.report_business('2020-03-01', '2020-03-31') -> 'ports' as ports",
        )
        expect(rows[0]?.ports).toContainEqual({ state, orders: 1, numbers: 2 })
      }, clusterOwnerUrl())
    },
  )

  test('keeps a route that a number received in the meantime', async () => {
    const { order, numbers, tenant } = await ordered()
    await steps(order, { to: 'submitted' }, FOC)
    const own = await insertDestination(tenant)
    await query('update public.dids set destination_id = $1 where number = $2', [own, numbers[0]])
    await steps(order, { to: 'ported' })
    expect((await didsOf([numbers[0] ?? ''])).at(0)).toMatchObject({ destination_id: own })
  })

  test('can be given another FOC date, which is stored once', async () => {
    const { order, numbers } = await ordered()
    await steps(order, { to: 'submitted' }, FOC, { ...FOC, foc: '2026-03-09' })
    const stored = await storedRow('port_orders', order)
    expect(stored).toMatchObject({ state: 'foc_confirmed', foc_date: '2026-03-09' })
    expect(await didsOf(numbers)).toMatchObject([{ status: 'porting_in' }, { status: 'porting_in' }])
    const version = Number(stored?.version) - 1
    const again = { port_order: order, expected_version: version, to_state: 'foc_confirmed' }
    const { client } = callers.superadmin
    expect((await client.rpc('set_port_order_state', { ...again, foc: '2026-03-09' })).error).toBeNull()
    expect((await client.rpc('set_port_order_state', { ...again, foc: '2026-03-10' })).error?.code).toBe(
      'TR409',
    )
    expect((await step(order, { to: 'foc_confirmed' })).error?.code).toBe('23514')
    expect(await storedRow('port_orders', order)).toEqual(stored)
  })

  test('can go into exception and back', async () => {
    const { order } = await ordered()
    await steps(order, { to: 'submitted' }, { to: 'exception', reason: 'Account number wrong' })
    expect(await storedRow('port_orders', order)).toMatchObject({ exception_reason: 'Account number wrong' })
    await steps(
      order,
      { to: 'submitted' },
      FOC,
      { to: 'exception', reason: 'Disconnected' },
      { to: 'cancelled' },
    )
  })

  test('removes its numbers when canceled', async () => {
    const { order, numbers } = await ordered()
    await steps(order, { to: 'submitted' })
    await query('update public.dids set emergency = true where number = $1', [numbers[0]])
    await steps(order, { to: 'cancelled' })
    const released = { status: 'released', tenant_id: null, destination_id: null }
    expect(await didsOf(numbers)).toMatchObject([released, released])
    expect(await query('select 1 from public.dids where number = any ($1) and emergency', [numbers])).toEqual(
      [],
    )
  })

  test.each(['foc_confirmed', 'ported', 'exception'])('cannot be %s before it is submitted', async (to) => {
    const { order, numbers } = await ordered()
    const draft = await storedRow('port_orders', order)
    const { error } = await step(order, { to, foc: '2026-03-02', reason: 'Because' })
    expect(error?.code).toBe('23514')
    expect(await storedRow('port_orders', order)).toEqual(draft)
    expect(await didsOf(numbers)).toEqual([])
  })

  test('needs a reason for an exception and a date for its confirmation', async () => {
    const { order } = await ordered()
    await steps(order, { to: 'submitted' })
    expect((await step(order, { to: 'exception' })).error?.code).toBe('23514')
    expect((await step(order, { to: 'foc_confirmed' })).error?.code).toBe('23514')
    expect(await storedRow('port_orders', order)).toMatchObject({ state: 'submitted' })
  })

  test('cannot be submitted for our own numbers, or ported without a tenant', async () => {
    const held = await insertRow('dids', await FACTORIES.dids())
    const order = await insertRow('port_orders', await FACTORIES.port_orders())
    const row = await insertRow(
      'port_order_numbers',
      await FACTORIES.port_order_numbers({ port_order_id: order.id, number: held.number }),
    )
    expect((await step(order.id, { to: 'submitted' })).error?.code).toBe('23505')
    expect(await storedRow('dids', held.id)).toEqual(held)
    await query('update public.port_order_numbers set number = $1 where id = $2', [uniqueNumber(), row.id])
    await steps(order.id, { to: 'submitted' }, FOC)
    expect((await step(order.id, { to: 'ported' })).error).toMatchObject({
      code: '23514',
      message: 'Choose the tenant that the numbers are for.',
    })
  })

  test('leaves its numbers to the order that they are on, until that order is canceled', async () => {
    const { order, numbers } = await ordered()
    const clone = await insertRow('port_orders', await FACTORIES.port_orders())
    const unsent = await insertRow('port_orders', await FACTORIES.port_orders())
    for (const { id } of [clone, unsent]) {
      await insertRow(
        'port_order_numbers',
        await FACTORIES.port_order_numbers({ port_order_id: id, number: numbers[0] }),
      )
    }
    await steps(order, { to: 'submitted' })
    const { name } = (await storedRow('port_orders', order)) ?? {}
    expect((await step(clone.id, { to: 'submitted' })).error).toMatchObject({
      code: '23505',
      message: `${numbers[0]} is on another order, “${name}”. Cancel that order first.`,
    })
    await steps(unsent.id, { to: 'cancelled' })
    expect((await didsOf(numbers)).map(({ status }) => status)).toEqual(['porting_in', 'porting_in'])
    await steps(order, { to: 'cancelled' })
    await steps(clone.id, { to: 'submitted' })
    const held = await didsOf(numbers.slice(0, 1))
    expect(held).toEqual([expect.objectContaining({ status: 'porting_in', tenant_id: null })])
  })

  test('takes no number that another order takes at the same moment', async () => {
    const { order, numbers, tenant } = await ordered()
    const [number] = numbers
    const clone = await insertRow('port_orders', await FACTORIES.port_orders())
    const row = { port_order_id: clone.id, number }
    await insertRow('port_order_numbers', await FACTORIES.port_order_numbers(row))
    const submit = "update public.port_orders set state = 'submitted' where id = $1"
    await withDatabase((ada) =>
      withDatabase(async (ben) => {
        await ada.query('begin')
        await ada.query(submit, [order])
        const refused = expect(ben.query(submit, [clone.id])).rejects.toMatchObject({ code: '23505' })
        await untilWaiting(ben)
        await ada.query('commit')
        await refused
      }),
    )
    expect(await didsOf([String(number)])).toMatchObject([{ status: 'porting_in', tenant_id: tenant }])
    expect(await storedRow('port_orders', clone.id)).toMatchObject({ state: 'draft' })
  })

  test('alone moves its numbers while they are being ported in', async () => {
    const { order, numbers } = await ordered()
    await steps(order, { to: 'submitted' })
    const { client } = callers.superadmin
    const { name } = (await storedRow('port_orders', order)) ?? {}
    const [held] = await query<{ id: string; version: number }>(
      'select id, version from public.dids where number = $1',
      [numbers[0]],
    )
    const did = String(held?.id)
    const refusal = {
      code: '23001',
      message: `${numbers[0]} is being ported in with the order “${name}”. Change it there, or cancel the order first.`,
    }
    const next = Number(held?.version) + 1
    for (const change of [{ status: 'assigned' }, { status: 'released', tenant_id: null }]) {
      const { error } = await client
        .from('dids')
        .update({ ...change, version: next })
        .eq('id', did)
      expect(error).toMatchObject(refusal)
    }
    expect((await client.from('dids').delete().eq('id', did)).error).toMatchObject(refusal)
    const described = { description: 'Front desk', version: next }
    expect((await client.from('dids').update(described).eq('id', did)).error).toBeNull()
    await steps(order, FOC, { to: 'ported' })
    expect((await client.from('dids').update({ status: 'porting_out' }).eq('id', did)).error).toBeNull()
  })

  test('takes no number that another tenant still routes, though it is being ported out', async () => {
    const { tenant } = await insertTenant('Still here')
    const destination_id = await insertDestination(tenant.id)
    const leaving = await insertRow(
      'dids',
      await FACTORIES.dids({ tenant_id: tenant.id, status: 'porting_out', destination_id }),
    )
    const { order, numbers } = await ordered()
    await insertRow(
      'port_order_numbers',
      await FACTORIES.port_order_numbers({ port_order_id: order, number: leaving.number }),
    )
    expect((await step(order, { to: 'submitted' })).error).toMatchObject({
      code: '23001',
      message: `${leaving.number} is routed. Remove its route first.`,
    })
    expect(await storedRow('dids', leaving.id)).toEqual(leaving)
    expect(await didsOf(numbers)).toEqual([])
    await query('update public.dids set destination_id = null where id = $1', [leaving.id])
    await steps(order, { to: 'submitted' })
    expect(await storedRow('dids', leaving.id)).toMatchObject({ status: 'porting_in' })
  })

  test('takes no number of its tenant that has not left yet, as canceling would release it', async () => {
    const { order, numbers, tenant, destination_id } = await ordered()
    const leaving = await insertRow(
      'dids',
      await FACTORIES.dids({ tenant_id: tenant, status: 'porting_out', number: numbers[0], destination_id }),
    )
    expect((await step(order, { to: 'submitted' })).error).toMatchObject({
      code: '23505',
      message: `${leaving.number} is still porting out of the tenant. If it stays, set its status to “Assigned”; once it has left, release it.`,
    })
    expect(await storedRow('dids', leaving.id)).toEqual(leaving)
    expect(await didsOf([String(numbers[1])])).toEqual([])
    await query('update public.dids set destination_id = null where id = $1', [leaving.id])
    await query("update public.dids set status = 'released', tenant_id = null where id = $1", [leaving.id])
    await steps(order, { to: 'submitted' }, { to: 'cancelled' })
    expect(await storedRow('dids', leaving.id)).toMatchObject({ status: 'released' })
  })

  test('cannot move on without numbers, or over a newer version', async () => {
    const empty = await insertRow('port_orders', await FACTORIES.port_orders())
    expect((await step(empty.id, { to: 'submitted' })).error?.code).toBe('23514')
    const { order } = await ordered()
    const { error } = await callers.superadmin.client.rpc('set_port_order_state', {
      port_order: order,
      expected_version: 0,
      to_state: 'submitted',
    })
    expect(error?.code).toBe('TR409')
  })

  test('accepts a step repeated after a lost response, and rejects a different one as a conflict', async () => {
    const { order } = await ordered()
    const from = async (version: unknown, { to, ...asked }: Step) => {
      const given = { port_order: order, expected_version: Number(version), to_state: to, ...asked }
      return (await callers.superadmin.client.rpc('set_port_order_state', given)).error?.code
    }
    const twice = async (one: Step, other?: Step) => {
      const version = (await storedRow('port_orders', order))?.version
      expect(await from(version, one)).toBeUndefined()
      const stored = await storedRow('port_orders', order)
      expect(await from(version, one)).toBeUndefined()
      if (other) expect(await from(version, other)).toBe('TR409')
      expect(await storedRow('port_orders', order)).toEqual(stored)
    }
    await twice({ to: 'submitted' }, { to: 'cancelled' })
    await twice({ to: 'exception', reason: 'Wrong account' }, { to: 'exception', reason: 'Wrong PIN' })
    await twice({ to: 'submitted' })
    await twice(FOC, { ...FOC, foc: '2026-03-03' })
    await twice({ to: 'ported' })
  })

  test('can be drafted by sales, and submitted by users who manage numbers', async () => {
    const { order } = await ordered()
    expect((await step(order, { to: 'submitted', by: 'admin' })).error?.code).toBe('42501')
    expect((await step(order, { to: 'submitted', by: 'tech' })).error?.code).toBe('TR410')
    await steps(order, { to: 'submitted' })
    const { data } = await callers.admin.client
      .from('port_orders')
      .update({ notes: 'No' })
      .eq('id', order)
      .select()
    expect(data).toEqual([])
  })

  test.each([
    ['ported', [FOC, { to: 'ported' }]],
    ['cancelled', [{ to: 'cancelled' }]],
  ] as const)('that is %s stays so, and so do its numbers, when that is undone', async (state, last) => {
    const { order, numbers, tenant } = await ordered()
    await steps(order, { to: 'submitted' }, ...last)
    const before = await didsOf(numbers)
    const entries = await query<{ id: string; tenant_id: string | null }>(
      `select a.id, a.tenant_id from public.audit_log a join public.audit_log o using (transaction_id)
       where o.record_id = $1 and o.changes -> 'state' ->> 1 = $2 and a.table_name in ('dids', 'port_orders')`,
      [order, state],
    )
    expect(entries).toHaveLength(3)
    for (const { id, tenant_id } of entries) {
      const scope = tenant_id === null ? {} : { tenant }
      const { error } = await callers.superadmin.client.rpc('undo_change', { entry: id, ...scope })
      expect(error?.code).toBe('23514')
      expect(error?.message).toMatch(/^Th(e|is) port order .*(is closed|can no longer be changed)/)
    }
    expect(await didsOf(numbers)).toEqual(before)
    expect(await storedRow('port_orders', order)).toMatchObject({ state })
  })

  test('cannot be deleted or lose numbers once it is submitted', async () => {
    const { order } = await ordered()
    await steps(order, { to: 'submitted' })
    const { client } = callers.superadmin
    const added = await FACTORIES.port_order_numbers({ port_order_id: order })
    expect((await client.from('port_order_numbers').insert(added)).error?.code).toBe('23001')
    expect((await client.from('port_orders').delete().eq('id', order)).error?.code).toBe('23001')
    await steps(order, { to: 'cancelled' })
    expect((await client.from('port_orders').delete().eq('id', order)).error).toBeNull()
    expect(await storedRow('port_orders', order)).toBeUndefined()
  })
})

describe('a port order of which only a part arrives', () => {
  /** As the form does, by its remaining numbers. */
  async function leave(order: string, numbers: string[], { client } = callers.superadmin) {
    const rows = await query<{ id: string; number: string }>(
      'select id, number from public.port_order_numbers where port_order_id = $1 and number = any ($2)',
      [order, numbers],
    )
    return client.rpc('save_record', {
      target_table: 'port_orders',
      record: order,
      tenant: null as unknown as string,
      expected_version: Number((await storedRow('port_orders', order))?.version),
      record_values: { notes: 'Two stay behind.' },
      children: { port_order_numbers: { parent: 'port_order_id', rows } },
    })
  }
  const REJECTED = { to: 'exception', reason: 'Not on the account.' }

  test('loses the numbers that stay behind once it is in exception, and keeps those in service', async () => {
    const { order, numbers, tenant, destination_id } = await ordered()
    const [arrived = '', stays = ''] = numbers
    await steps(order, { to: 'submitted' })
    const [did] = await query<{ id: string }>('select id from public.dids where number = $1', [arrived])
    await insertRow('extensions', await FACTORIES.extensions({ tenant_id: tenant, outbound_did_id: did?.id }))
    expect((await leave(order, [arrived])).error?.code).toBe('23001')
    await steps(order, REJECTED)
    expect((await leave(order, [arrived])).error).toBeNull()
    expect(await didsOf([stays])).toMatchObject([
      { status: 'released', tenant_id: null, destination_id: null },
    ])
    await steps(order, { to: 'submitted' }, FOC, { to: 'ported' })
    expect(await didsOf([arrived])).toMatchObject([{ status: 'assigned', tenant_id: tenant, destination_id }])
  })

  test('keeps at least one number', async () => {
    const { order, numbers } = await ordered()
    await steps(order, { to: 'submitted' }, REJECTED)
    expect((await leave(order, [])).error?.message).toBe(
      'The last number cannot be taken off. Cancel the port order instead.',
    )
    expect(await didsOf(numbers)).toMatchObject([{ status: 'porting_in' }, { status: 'porting_in' }])
  })

  test('loses none by sales', async () => {
    const { order, numbers } = await ordered()
    await steps(order, { to: 'submitted' }, REJECTED)
    const { client } = await memberWith('sales.view', 'sales.edit')
    await client.from('port_order_numbers').delete().eq('port_order_id', order).throwOnError()
    expect(await didsOf(numbers)).toMatchObject([{ status: 'porting_in' }, { status: 'porting_in' }])
  })
})

test('the letter that another replaced is in the trail, by whom, and its file is kept with the order', async () => {
  const { id: order } = await insertRow('port_orders', await FACTORIES.port_orders())
  const [first, second] = [`${order}/${newId()}.pdf`, `${order}/${newId()}.pdf`]
  const unused = async () => (await serviceClient().rpc('unused_letter_paths').throwOnError()).data
  await query(
    "insert into storage.objects (bucket_id, name, created_at) values ('port-letters', $1, now() - interval '2 hours')",
    [first],
  )
  expect(await unused()).toContain(first)
  const sender = String(callers.admin.userId)
  for (const path of [first, second]) {
    const letter = { port_order: order, path, name: 'Letter.pdf', size_bytes: 100, sender }
    await serviceClient().rpc('store_port_letter', letter).throwOnError()
    expect((await callers.admin.client.rpc('store_port_letter', letter)).error?.code).toBe('42501')
  }
  expect(
    await query(
      "select actor, action, changes -> 'path' as path from public.audit_log where parent_id = $1 order by seq",
      [order],
    ),
  ).toEqual([
    { actor: sender, action: 'insert', path: [null, first] },
    { actor: sender, action: 'update', path: [first, second] },
  ])
  expect(await unused()).not.toContain(first)
})

describe('the letter of a deleted draft', () => {
  /** A draft with a letter, deleted; `undo` restores it. */
  async function deleted() {
    const letter = await insertRow('port_letters', await FACTORIES.port_letters())
    await query(
      "insert into storage.objects (bucket_id, name, created_at) values ('port-letters', $1, now() - interval '2 hours')",
      [letter.path],
    )
    const { client } = callers.admin
    await client.from('port_orders').delete().eq('id', letter.port_order_id).throwOnError()
    return {
      letter,
      stored: () =>
        query('select path, name, size_bytes from public.port_letters where port_order_id = $1', [
          letter.port_order_id,
        ]),
      isUnused: async () => {
        const { data } = await serviceClient().rpc('unused_letter_paths').throwOnError()
        return data.includes(letter.path)
      },
      undo: async () => {
        const deletions = client.from('audit_log').select('id').eq('record_id', letter.port_order_id)
        const { data: entry } = await deletions.eq('action', 'delete').single().throwOnError()
        await client.rpc('undo_change', { entry: entry.id }).throwOnError()
        expect(await storedRow('port_orders', letter.port_order_id)).toMatchObject({ state: 'draft' })
      },
    }
  }

  test('comes back with the order', async () => {
    const { letter, stored, isUnused, undo } = await deleted()
    expect(await stored()).toEqual([])
    expect(await isUnused()).toBe(false)
    await undo()
    const { path, name, size_bytes } = letter
    expect(await stored()).toEqual([{ path, name, size_bytes }])
    expect(await isUnused()).toBe(false)
  })

  test('is removed after 30 days', async () => {
    const { letter, stored, isUnused, undo } = await deleted()
    await query(
      "update private.dropped_port_letters set dropped_at = now() - interval '31 days' where path = $1",
      [letter.path],
    )
    expect(await isUnused()).toBe(true)
    await undo()
    expect(await stored()).toEqual([])
  })
})

test('each number is routed to its own destination, else to the order’s', async () => {
  const { tenant, destination_id, order, numbers } = await ordered()
  const own = await insertDestination(tenant)
  const elsewhere = await insertDestination((await insertTenant('Elsewhere')).tenant.id)
  const route = async (number: string | undefined, route_id: string) => {
    const [row] = await query<{ id: string }>(
      'select id from public.port_order_numbers where port_order_id = $1 and number = $2',
      [order, number],
    )
    const asked = callers.superadmin.client.from('port_order_numbers').update({ route_id })
    return asked.eq('id', String(row?.id)).select('id')
  }
  const tried = await route(numbers[0], elsewhere)
  expect(tried.error).toMatchObject({ code: '23514' })
  await steps(order, { to: 'submitted' })
  // Its routes may still change, but not its numbers.
  expect((await route(numbers[0], own)).data).toHaveLength(1)
  await steps(order, FOC, { to: 'ported' })
  const stored = await query<{ number: string; destination_id: string }>(
    'select number, destination_id from public.dids where number = any ($1)',
    [numbers],
  )
  expect(Object.fromEntries(stored.map((did) => [did.number, did.destination_id]))).toEqual({
    [String(numbers[0])]: own,
    [String(numbers[1])]: destination_id,
  })
})

test('sales routes the numbers of a draft, and of no submitted order', async () => {
  const { tenant, order, numbers } = await ordered()
  const { client } = await memberWith('sales.view', 'sales.edit')
  const [row] = await query<{ id: string }>(
    'select id from public.port_order_numbers where port_order_id = $1 and number = $2',
    [order, numbers[0]],
  )
  const id = String(row?.id)
  const route = async () => {
    const route_id = await insertDestination(tenant)
    const stored = await storedRow('port_order_numbers', id)
    const values = { route_id, version: Number(stored?.version) + 1 }
    const { data } = await client.from('port_order_numbers').update(values).eq('id', id).select('route_id')
    return { asked: route_id, answered: data?.[0]?.route_id }
  }
  const drafted = await route()
  expect(drafted.answered).toBe(drafted.asked)
  await steps(order, { to: 'submitted' })
  expect((await route()).answered).toBeUndefined()
  expect(await storedRow('port_order_numbers', id)).toMatchObject({ route_id: drafted.asked })
})

test('an order moved to another tenant takes its numbers along, with its new route in place of the old ones', async () => {
  const { tenant, order, numbers } = await ordered()
  await query('update public.port_order_numbers set route_id = $1 where number = $2', [
    await insertDestination(tenant),
    numbers[0],
  ])
  await steps(order, { to: 'submitted' })
  const moved = async (change: object = {}) => {
    const { tenant: next } = await insertTenant('Next owner')
    const destination_id = await insertDestination(next.id)
    const given = { for_tenant_id: next.id, destination_id, ...change }
    await query(
      `update public.port_orders t set (for_tenant_id, destination_id, state) = (select r.for_tenant_id, r.destination_id, r.state
         from jsonb_populate_record(t, $2) r) where t.id = $1`,
      [order, JSON.stringify(given)],
    )
    return given
  }
  const next = await moved()
  const there = { tenant_id: next.for_tenant_id, destination_id: next.destination_id }
  expect(await didsOf(numbers)).toMatchObject([there, there])
  await moved({ for_tenant_id: null, destination_id: null })
  const nobodys = { tenant_id: null, destination_id: null }
  expect(await didsOf(numbers)).toMatchObject([nobodys, nobodys])
  await steps(order, FOC)
  const last = await moved({ state: 'ported' })
  const expected = { status: 'assigned', tenant_id: last.for_tenant_id, destination_id: last.destination_id }
  expect(await didsOf(numbers)).toMatchObject([expected, expected])
})

test('an order whose move to another tenant is undone takes its numbers and their routes back, and says so', async () => {
  const { tenant, destination_id, order, numbers } = await ordered()
  await steps(order, { to: 'submitted' })
  const before = await didsOf(numbers)
  expect(before).toMatchObject([
    { tenant_id: tenant, destination_id },
    { tenant_id: tenant, destination_id },
  ])
  const { tenant: next } = await insertTenant('By mistake')
  const { client } = callers.superadmin
  const version = Number((await storedRow('port_orders', order))?.version) + 1
  await client
    .from('port_orders')
    .update({ for_tenant_id: next.id, destination_id: await insertDestination(next.id), version })
    .eq('id', order)
    .throwOnError()
  const [entry] = await query<{ id: string }>(
    "select id from public.audit_log where record_id = $1 and changes -> 'for_tenant_id' ->> 1 = $2",
    [order, next.id],
  )
  const { data } = await client.rpc('undo_change', { entry: String(entry?.id) }).throwOnError()
  expect(data).toMatchObject({ kept: 0, reasons: [] })
  expect(await didsOf(numbers)).toEqual(before)
})
