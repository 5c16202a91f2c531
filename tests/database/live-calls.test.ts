import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, callerOf, serviceClient } from '../support/clients'
import { query } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { newSwitch, newSwitchTenant } from '../support/factories/gateways'
import { newLiveCall } from '../support/factories/registrations'
import { insertRow, newId } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

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
const tell = async (calls: readonly unknown[], gone: string[] = [], whole = false) => {
  report += 1
  const said = { switch: freeSwitch.id, run, report, whole, gone, calls: JSON.parse(JSON.stringify(calls)) }
  return (await service.rpc('store_live_calls', said).throwOnError()).data
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

  test('are hidden after the switch has been silent for ten minutes', async () => {
    await tell([call(newId())], [], true)
    await query(
      "update public.live_switches set reported_at = now() - interval '11 minutes' where switch_id = $1",
      [freeSwitch.id],
    )
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
    await query('delete from public.live_switches')
    await tell([call(one)], [], true)
    const before = await now()
    expect(before?.reported_at).toEqual(expect.any(String))
    await retire(freeSwitch.id)
    expect(await now(before?.change)).toMatchObject({
      reported_at: null,
      calls: [{ call_uuid: one, ended_at: expect.any(String) }],
    })
    expect(await tell([call(newId())], [], true)).toBe(false)
    expect(await now()).toMatchObject({ reported_at: null, calls: [] })
  })

  test('are gone with the switch when it is deleted, and nobody waits for its reports', async () => {
    await query('delete from public.live_switches')
    await tell([call(newId()), call(newId())], [], true)
    const before = await now()
    expect(before).toMatchObject({ count: 2, reported_at: expect.any(String) })
    await query('delete from public.switches where id = $1', [freeSwitch.id])
    expect(await now(before?.change)).toMatchObject({ count: 0, reported_at: null, calls: [] })
    expect(await tell([call(newId())], [], true)).toBe(false)
  })

  test('are counted per tenant', async () => {
    await tell([call(newId()), call(newId(), { state: 'waiting' })], [], true)
    const { data } = await tech.rpc('live_counts').throwOnError()
    expect(data.find(({ tenant_id }) => tenant_id === tenant.id)).toMatchObject({ calls: 2, waiting: 1 })
  })
})

describe('a command on a live call', () => {
  let live: Awaited<ReturnType<typeof newLiveCall>>
  beforeEach(async () => {
    live = await insertRow('live_calls', await newLiveCall({ tenant_id: tenant.id }))
  })
  const extension = async (given = {}) =>
    (await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1002', ...given })))
      .id
  const ask = (client: Client, command: string, extension?: string) =>
    client.rpc('command_call', { call: live.id ?? '', command, extension })

  test('is queued for its switch with all its arguments, and is audited', async () => {
    const { data: id } = await ask(tech, 'move', await extension()).throwOnError()
    expect(
      await query('select switch_id, command, arguments from public.switch_commands where id = $1', [id]),
    ).toEqual([
      {
        switch_id: live.switch_id,
        command: 'move',
        arguments: {
          call: live.call_uuid,
          domain: tenant.domain,
          extension: '1002',
        },
      },
    ])
    expect(
      await query('select actor_email, record_label, changes from public.audit_log where record_id = $1', [
        id,
      ]),
    ).toEqual([
      {
        actor_email: 'tech@demo.test',
        record_label: '+12075550123 to +12075550140',
        changes: { command: [null, 'move'], extension: [null, '1002'] },
      },
    ])
  })

  test('takes no extension if it is to hang up', async () => {
    const { data: id } = await ask(tech, 'hang_up').throwOnError()
    expect(await query('select arguments from public.switch_commands where id = $1', [id])).toEqual([
      { arguments: { call: live.call_uuid, domain: tenant.domain } },
    ])
  })

  test('is rejected for a call that has ended', async () => {
    await query('update public.live_calls set ended_at = now() where id = $1', [live.id])
    expect((await ask(tech, 'hang_up')).error?.message).toBe('This call has ended.')
  })

  test.each([
    ['of another tenant', async () => (await insertRow('extensions', await newExtension())).id],
    ['that is suspended', () => extension({ suspended: true })],
    ['that does not exist', async () => newId()],
  ])('is rejected for an extension %s', async (_, made) => {
    expect((await ask(tech, 'move', await made())).error?.message).toBe(
      'Choose an extension that is in service.',
    )
  })

  test('cannot be to listen in without that permission, even with every other telephony permission', async () => {
    const phone = await extension()
    expect((await ask(tech, 'listen', phone)).error?.code).toBe('42501')
    const { client } = await callerOf('superadmin')
    expect((await ask(client, 'listen', phone)).error).toBeNull()
  })

  test('cannot let a phone of another tenant listen, even on the same switch', async () => {
    const { client } = await callerOf('superadmin')
    const elsewhere = await insertRow('extensions', await newExtension())
    expect((await ask(client, 'listen', elsewhere.id)).error?.message).toBe(
      'Choose an extension that is in service.',
    )
  })
})
