import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pathOf } from '@/lib/cdr/call-path'
import { countAllCalls } from '@/lib/live/calls-now'
import { SHOWN_MS } from '@/lib/live/live-calls'
import { callerOf, type Client, serviceClient } from '../support/clients'
import { become, query, rolledBack, withDatabase } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { newAgent, newConferenceRoom, newQueue } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newSwitch, newSwitchTenant } from '../support/factories/gateways'
import { insertRow, newId } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { memberWith } from '../support/members'

let service: Client
let tech: Client
let tenant: { id: string; domain: string }
let freeSwitch: { id: string }
const secured = async (given: Parameters<typeof newSwitch>[0] = {}) => {
  const { id } = await insertRow('switches', await newSwitch(given))
  await query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [id, 'a'.repeat(64)])
  await query('update public.switch_states set secret_set_at = now() where switch_id = $1', [id])
  return { id }
}
let run: string
let report: number
beforeAll(async () => {
  service = serviceClient()
  tech = (await callerOf('tech')).client
})
beforeEach(async () => {
  tenant = await insertRow('tenants', await newTenant())
  freeSwitch = await secured()
  run = randomUUID()
  report = 0
})

const call = (call_uuid: string, given: Record<string, unknown> = {}) => ({
  call_uuid,
  domain: tenant.domain,
  direction: 'inbound',
  caller_number: '+12075550123',
  caller_name: 'Ann Ames',
  called_number: '+12075550140',
  other_number: null,
  other_name: null,
  state: 'ringing',
  started_at: '2026-01-05T09:00:00Z',
  answered_at: null,
  state_at: '2026-01-05T09:00:00Z',
  queue: null,
  path: null,
  codec: null,
  mos: null,
  ...given,
})
const recordOf = (table: string, label: string) => ({ table, id: newId(), label })
const tell = async (calls: readonly unknown[], gone: string[] = [], whole = false) => {
  report += 1
  const said = { switch: freeSwitch.id, run, report, whole, gone, calls: JSON.parse(JSON.stringify(calls)) }
  return (await service.rpc('store_live_calls', said).throwOnError()).data
}
/** Runs `work` in a transaction, in which no time passes, with what reports these calls in it; it is rolled back. */
const inNoTime = <T>(
  work: (client: pg.Client, say: (calls?: readonly unknown[]) => Promise<unknown>) => Promise<T>,
) =>
  rolledBack((client) =>
    work(client, async (calls = []) => {
      const { rows } = await client.query<{ taken: boolean }>(
        "select public.store_live_calls($1, $2, $3, false, $4, '{}') as taken",
        [freeSwitch.id, run, report + 1, JSON.stringify(calls)],
      )
      return rows[0]?.taken
    }),
  )
/** Dates the switch's last report back, so that no other switch's is older; returns its time. */
const becomeOldestReport = async () => {
  const [told] = await query<{ at: string }>(
    `update public.live_switches set reported_at = now() - interval '20 hours' where switch_id = $1
     returning to_jsonb(reported_at) #>> '{}' as at`,
    [freeSwitch.id],
  )
  return told?.at
}
interface Answer {
  change: number
  reported_at: string | null
  count: number
  calls: { call_uuid: string; state: string; ended_at: string | null; change: number }[]
}
const now = async (since = 0, client = tech, of: string | null = tenant.id) =>
  (await client.rpc('live_calls_since', { tenant: of as string, since }).throwOnError())
    .data as unknown as Answer | null

describe('the calls that a switch’s agent reports', () => {
  test('are shown on their tenant’s pages, with later changes', async () => {
    const [one, other] = [newId(), newId()]
    expect(await tell([call(one), call(other)], [], true)).toBe(true)
    const before = await now()
    expect(before?.calls.map(({ call_uuid }) => call_uuid).sort()).toEqual([one, other].sort())
    await tell([call(one, { state: 'talking' })], [other])
    const after = await now(before?.change)
    expect(after?.calls.find(({ call_uuid }) => call_uuid === one)).toMatchObject({
      state: 'talking',
      ended_at: null,
    })
    expect(after?.calls.find(({ call_uuid }) => call_uuid === other)?.ended_at).toEqual(expect.any(String))
    expect((await now())?.calls).toMatchObject([{ call_uuid: one }])
    expect((await now(after?.change))?.calls).toEqual([])
  })

  test('are counted for their own tenant', async () => {
    const other = await insertRow('tenants', await newTenant())
    await tell([call(newId()), call(newId(), { domain: other.domain })], [], true)
    expect(await now()).toMatchObject({ count: 1 })
  })

  test('are counted in all, on the dashboard', async () => {
    const counted = async () => (await tech.rpc('calls_now').throwOnError()).data as { count: number }
    const one = newId()
    const calls = async () =>
      (
        await query<{ calls: number }>('select calls from public.live_switches where switch_id = $1', [
          freeSwitch.id,
        ])
      )[0]?.calls
    await tell([call(one), call(newId())], [], true)
    expect(await calls()).toBe(2)
    expect((await counted()).count).toBeGreaterThanOrEqual(2)
    await tell([], [one])
    expect(await calls()).toBe(1)
    // A large number is counted again after five seconds.
    const countedAfter = (seconds: number) =>
      inNoTime(async (client, say) => {
        await client.query(
          'update public.live_switches set calls = 1000, counted_at = now() - make_interval(secs => $2) where switch_id = $1',
          [freeSwitch.id, seconds],
        )
        await say()
        const { rows } = await client.query('select calls from public.live_switches where switch_id = $1', [
          freeSwitch.id,
        ])
        return rows
      })
    expect(await countedAfter(5)).toEqual([{ calls: 1000 }])
    expect(await countedAfter(6)).toEqual([{ calls: 1 }])
  })

  test.each([
    `public.save_record('switches', $1, null, 1, (select to_jsonb(s) || '{"description": "In the cellar"}' from public.switches s where s.id = $1))`,
    'public.renew_switch_secret($1)',
  ])('do not wait for a change of the switch by %s', async (change) => {
    await rolledBack(async (client) => {
      await become(client, SUPERADMIN)
      await client.query(`select ${change}`, [freeSwitch.id])
      expect(await tell([call(newId())], [], true)).toBe(true)
    })
    expect(await now()).toMatchObject({ count: 1 })
  })

  test('do not wait for a tenant that is being deleted, whose calls are stored later if it was not', async () => {
    const staying = await insertRow('tenants', await newTenant())
    const [one, other] = [newId(), newId()]
    await tell([call(one)], [], true)
    await withDatabase(async (client) => {
      await client.query('begin')
      await client.query('delete from public.tenants where id = $1', [tenant.id])
      expect(await tell([call(other), call(newId(), { domain: staying.domain })], [one])).toBe(true)
      expect(await now(0, tech, staying.id)).toMatchObject({ count: 1 })
      await client.query('rollback')
    })
    expect((await now())?.calls).toMatchObject([{ call_uuid: one }])
    const takenAfter = (seconds: number) =>
      inNoTime(async (client, say) => {
        await client.query(
          `update public.live_switches set left_out_at = now() - make_interval(secs => $2)
           where switch_id = $1 and left_out_at is not null`,
          [freeSwitch.id, seconds],
        )
        return say()
      })
    expect(await takenAfter(5)).toBe(true)
    expect(await takenAfter(6)).toBe(false)
    expect(await tell([call(other)], [], true)).toBe(true)
    expect((await now())?.calls).toMatchObject([{ call_uuid: other }])
    expect(await tell([])).toBe(true)
  })

  test('are shown with their quality and the routing steps so far', async () => {
    const one = newId()
    const routed = {
      at: Date.now(),
      reason: { why: 'number routed', record: recordOf('dids', '+12075550140') },
    }
    const rung = {
      at: Date.now(),
      reason: { why: 'extension rings', record: recordOf('extensions', '1001'), seconds: 20 },
    }
    const told = (steps: readonly object[]) => pathOf(JSON.stringify(steps))
    await tell([call(one, { path: told([routed]), codec: 'PCMU', mos: 4.31 })], [], true)
    const first = { why: 'number routed', text: '+12075550140 routes here.' }
    const before = await now()
    expect(before?.calls).toMatchObject([{ codec: 'PCMU', mos: 4.31, path: [first] }])
    await tell([call(one, { path: told([routed, rung]), mos: 2.9 })])
    expect((await now(before?.change))?.calls).toMatchObject([
      { mos: 2.9, path: [first, { why: 'extension rings', record: { label: '1001' } }] },
    ])
  })

  test('are shown with the names of the extension or the conference room that they are with', async () => {
    const of = { tenant_id: tenant.id }
    await insertRow(
      'extensions',
      await newExtension({ ...of, extension: '1001', effective_caller_id_name: 'Ada Byron' }),
    )
    await insertRow('conference_rooms', await newConferenceRoom({ ...of, number: '3500', name: 'Board' }))
    const others = async (number: string) => {
      await tell([call(newId(), { other_number: number })], [], true)
      return (await now())?.calls
    }
    expect(await others('1001')).toMatchObject([{ other_name: 'Ada Byron' }])
    expect(await others('3500')).toMatchObject([{ other_name: 'Board' }])
    expect(await others('+12075550199')).toMatchObject([{ other_name: null }])
  })

  test('must be sent in full after a missing report', async () => {
    const [one, other] = [newId(), newId()]
    await tell([call(one)], [], true)
    report += 1
    expect(await tell([call(other)])).toBe(false)
    expect((await now())?.calls).toMatchObject([{ call_uuid: one }])
    expect(await tell([call(other)], [], true)).toBe(true)
    expect((await now())?.calls).toMatchObject([{ call_uuid: other }])
  })

  test('are complete after the agent restarts, replacing its earlier reports', async () => {
    const [one, other] = [newId(), newId()]
    await tell([call(one)], [], true)
    run = randomUUID()
    expect(await tell([call(other)])).toBe(false)
    await tell([call(other)], [], true)
    expect((await now())?.calls).toMatchObject([{ call_uuid: other }])
  })

  test('are counted once if a report is repeated', async () => {
    const one = newId()
    await tell([call(one)], [], true)
    await tell([], [one])
    report -= 2
    expect(await tell([call(one)], [], true)).toBe(true)
    expect((await now())?.calls).toEqual([])
  })

  test('do not affect the calls of other switches', async () => {
    const [one, other] = [newId(), newId()]
    await tell([call(one)], [], true)
    freeSwitch = await secured()
    run = randomUUID()
    report = 0
    await tell([call(other)], [], true)
    await tell([], [one])
    expect((await now())?.calls).toHaveLength(2)
  })

  test('are dropped if the switch does not serve the tenant', async () => {
    freeSwitch = await secured({ all_tenants: false })
    await insertRow('switch_tenants', await newSwitchTenant({ switch_id: freeSwitch.id }))
    await tell([call(newId())], [], true)
    expect((await now())?.calls).toEqual([])
  })

  test('update the tenant’s change counter once per report, and no other tenant’s', async () => {
    const other = await insertRow('tenants', await newTenant())
    await tell([call(newId()), call(newId())], [], true)
    const rows = await query<{ tenant_id: string }>(
      'select tenant_id, change from public.live_tenants where tenant_id in ($1, $2)',
      [tenant.id, other.id],
    )
    expect(rows).toEqual([{ tenant_id: tenant.id, change: String((await now())?.change) }])
  })

  test('are kept for a minute once they are over, and those from a queue for the wrap-up of who took them', async () => {
    const of = { tenant_id: tenant.id }
    await insertRow('call_center_queues', await newQueue({ ...of, number: '8000' }))
    const { id: extension_id } = await insertRow(
      'extensions',
      await newExtension({ ...of, extension: '1001' }),
    )
    await insertRow('call_center_agents', await newAgent({ ...of, extension_id, wrap_up_time: 120 }))
    const [taken, plain, elsewhere] = [newId(), newId(), newId()]
    await tell(
      [
        call(taken, { state: 'talking', queue: '8000', other_number: '1001' }),
        call(plain, { state: 'talking', other_number: '1001' }),
        call(elsewhere, { state: 'talking', queue: '8000', other_number: '1099' }),
      ],
      [],
      true,
    )
    await tell([], [taken, plain, elsewhere])
    const keptAfter = (seconds: number) =>
      inNoTime(async (client, say) => {
        await client.query(
          'update public.live_calls set ended_at = now() - make_interval(secs => $2) where call_uuid = any ($1)',
          [[taken, plain, elsewhere], seconds],
        )
        await say([call(newId())])
        const { rows } = await client.query<{ call_uuid: string }>(
          'select call_uuid from public.live_calls where call_uuid = any ($1)',
          [[taken, plain, elsewhere]],
        )
        return rows.map(({ call_uuid }) => call_uuid)
      })
    expect(await keptAfter(60)).toHaveLength(3)
    expect(await keptAfter(61)).toEqual([taken])
    expect(await keptAfter(121)).toEqual([])
  })

  test('are hidden after the switch has been silent for ten minutes', async () => {
    await tell([call(newId())], [], true)
    const silentFor = (ms: number) =>
      query(
        'update public.live_switches set reported_at = now() - make_interval(secs => $2) where switch_id = $1',
        [freeSwitch.id, ms / 1000],
      )
    await silentFor(SHOWN_MS - 60_000)
    expect((await now())?.calls).toHaveLength(1)
    await silentFor(SHOWN_MS)
    expect((await now())?.calls).toEqual([])
  })

  test.each([
    ['disabled', (id: string) => query('update public.switches set enabled = false where id = $1', [id])],
    [
      'left without a secret',
      async (switch_: string) =>
        (await callerOf('superadmin')).client.rpc('revoke_switch_secret', { switch: switch_ }).throwOnError(),
    ],
  ])('end for open pages when the switch is %s, and nobody waits for its reports', async (_, retire) => {
    const one = newId()
    await tell([call(one)], [], true)
    const oldest = await becomeOldestReport()
    const before = await now()
    expect(before?.reported_at).toBe(oldest)
    await retire(freeSwitch.id)
    const after = await now(before?.change)
    expect(after?.reported_at).not.toBe(oldest)
    expect(after?.calls).toMatchObject([{ call_uuid: one, ended_at: expect.any(String) }])
    expect(await tell([call(newId())], [], true)).toBe(false)
    const later = await now()
    expect(later?.reported_at).not.toBe(oldest)
    expect(later?.calls).toEqual([])
  })

  test('are gone with the switch when it is deleted, and nobody waits for its reports', async () => {
    await tell([call(newId()), call(newId())], [], true)
    expect(await now()).toMatchObject({ count: 2 })
    const oldest = await becomeOldestReport()
    const before = await now()
    expect(before?.reported_at).toBe(oldest)
    await query('delete from public.switches where id = $1', [freeSwitch.id])
    const after = await now(before?.change)
    expect(after).toMatchObject({ count: 0, calls: [] })
    expect(after?.reported_at).not.toBe(oldest)
    expect(await tell([call(newId())], [], true)).toBe(false)
  })

  test('are not known of all tenants as long as a switch is silent, even for a month', async () => {
    await tell([call(newId())], [], true)
    const [silent] = await query<{ at: string }>(
      `update public.live_switches set reported_at = now() - interval '30 days' where switch_id = $1
       returning to_jsonb(reported_at) #>> '{}' as at`,
      [freeSwitch.id],
    )
    expect((await now(0, tech, null))?.reported_at).toBe(silent?.at)
    expect(await countAllCalls(tech)).toBeNull()
    await query('update public.switches set enabled = false where id = $1', [freeSwitch.id])
    expect((await now(0, tech, null))?.reported_at).not.toBe(silent?.at)
  })

  test('are counted per tenant', async () => {
    await tell([call(newId()), call(newId(), { state: 'waiting' })], [], true)
    const other = await insertRow('tenants', await newTenant())
    await tell([call(newId(), { domain: other.domain })])
    const { data } = await tech.rpc('live_counts', { tenants: [tenant.id] }).throwOnError()
    expect(data).toEqual([{ tenant_id: tenant.id, calls: 2, waiting: 1 }])
  })

  test('are neither listed nor counted for users who may not view telephony', async () => {
    await tell([call(newId())], [], true)
    const { client } = await memberWith('customers.view')
    expect(await now(0, client)).toBeNull()
    expect((await client.rpc('live_counts', { tenants: [tenant.id] }).throwOnError()).data).toEqual([])
    expect((await client.from('live_calls').select('id').throwOnError()).data).toEqual([])
  })

  test('leave the counts when they end, and when their switch has been silent for ten minutes', async () => {
    const [one, other] = [newId(), newId()]
    const counted = async () => {
      const { data } = await tech.rpc('live_counts', { tenants: [tenant.id] }).throwOnError()
      return data.find(({ tenant_id }) => tenant_id === tenant.id)?.calls
    }
    await tell([call(one), call(other)], [], true)
    await tell([], [one])
    expect(await counted()).toBe(1)
    await query(
      "update public.live_switches set reported_at = now() - interval '11 minutes' where switch_id = $1",
      [freeSwitch.id],
    )
    expect(await counted()).toBeUndefined()
  })
})
