import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { switchStore } from '@/lib/switch/store'
import { loadTenantState } from '@/lib/switch/tenant-state'
import { nextStep } from '@/lib/telephony/routing/next-step'
import { callFromPhone } from '@/lib/telephony/routing/place'
import { callerOf, type Client, serviceClient } from '../support/clients'
import { query, storedRow } from '../support/database'
import {
  newAgent,
  newCallFlow,
  newConferenceRoom,
  newPagingGroup,
  newParkLot,
  newRingGroup,
} from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { gatewayNamed } from '../support/factories/gateways'
import { insertRow, newId, uniqueNumber } from '../support/factories/row'
import { newExtension, newFollowMe } from '../support/factories/telephony'
import { keepSecret, VAULT } from '../support/vault'

let service: Client
let tenant: { id: string; domain: string }
let phone: { id: string; extension: string }
beforeAll(() => {
  service = serviceClient()
})
beforeEach(async () => {
  tenant = await insertRow('tenants', await newTenant())
  phone = await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1001' }))
})

const dial = async (feature: string, turnOn: boolean, target?: string, dialer = phone.id) =>
  (
    await service
      .rpc('dial_feature', { tenant: tenant.id, dialer, feature, turn_on: turnOn, target })
      .throwOnError()
  ).data
const dialFlow = async (flow: string, to: string, pin?: string, of = tenant.id) =>
  (
    await service
      .rpc('dial_flow', {
        tenant: of,
        dialer: phone.id,
        flow,
        to_state: to,
        proofs: VAULT.proofs(pin ?? '', { owner: flow, field: 'pin' }),
      })
      .throwOnError()
  ).data
const auditEntriesOf = (id: string) =>
  query<{ actor_email: string; changes: Record<string, unknown> }>(
    `select actor_email, changes from public.audit_log where record_id = $1 and action = 'update' order by created_at`,
    [id],
  )

describe('an extension dialing a feature code', () => {
  test('turns do not disturb on and off, with its name in the audit trail', async () => {
    expect(await dial('do_not_disturb', true)).toBe('done')
    expect(await storedRow('extensions', phone.id)).toMatchObject({ do_not_disturb: true })
    expect(await auditEntriesOf(phone.id)).toEqual([
      { actor_email: 'Extension 1001', changes: { do_not_disturb: [false, true] } },
    ])
    expect(await dial('do_not_disturb', false)).toBe('done')
    expect(await storedRow('extensions', phone.id)).toMatchObject({ do_not_disturb: false })
  })

  test('changes nothing when it repeats a change', async () => {
    await dial('do_not_disturb', true)
    const before = await storedRow('extensions', phone.id)
    expect(await dial('do_not_disturb', true)).toBe('done')
    expect(await storedRow('extensions', phone.id)).toEqual(before)
  })

  test('forwards to an internal number, stops, and forwards to it again', async () => {
    const other = await insertRow(
      'extensions',
      await newExtension({ tenant_id: tenant.id, extension: '1002' }),
    )
    expect(await dial('call_forward', true, '1002')).toBe('done')
    expect(await storedRow('extensions', phone.id)).toMatchObject({
      forward_all_enabled: true,
      forward_all_destination_id: other.id,
    })
    expect(await dial('call_forward', false)).toBe('done')
    expect(await dial('call_forward', true)).toBe('done')
    expect(await storedRow('extensions', phone.id)).toMatchObject({
      forward_all_enabled: true,
      forward_all_destination_id: other.id,
    })
  })

  test('forwards to an outside number, which becomes a destination', async () => {
    const number = uniqueNumber()
    expect(await dial('call_forward', true, number)).toBe('done')
    const { forward_all_destination_id: id } = (await storedRow('extensions', phone.id)) ?? {}
    expect(await storedRow('destinations', String(id))).toMatchObject({ kind: 'external', number })
  })

  test.each([
    ['to nothing', undefined],
    ['to itself', '1001'],
    ['to an unassigned number', '4999'],
  ])('is refused to forward %s', async (_where, target) => {
    expect(await dial('call_forward', true, target)).toBe('refused')
    expect(await storedRow('extensions', phone.id)).toMatchObject({ forward_all_enabled: false, version: 1 })
  })

  test('needs a follow-me target to turn follow me on', async () => {
    expect(await dial('follow_me', true)).toBe('refused')
    await insertRow(
      'extension_follow_me',
      await newFollowMe({ tenant_id: tenant.id, extension_id: phone.id }),
    )
    expect(await dial('follow_me', true)).toBe('done')
    expect(await storedRow('extensions', phone.id)).toMatchObject({ follow_me_enabled: true })
  })

  test('changes nothing while out of service, or for another tenant', async () => {
    const off = await insertRow(
      'extensions',
      await newExtension({ tenant_id: tenant.id, extension: '1003', suspended: true }),
    )
    const foreign = await insertRow('extensions', await newExtension())
    for (const { id } of [off, foreign]) {
      expect(await dial('do_not_disturb', true, undefined, id)).toBe('refused')
      expect(await storedRow('extensions', id)).toMatchObject({ do_not_disturb: false })
    }
  })

  test('signs its agent in and out', async () => {
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({ tenant_id: tenant.id, extension_id: phone.id }),
    )
    const sign = (status: string) =>
      service.rpc('dial_agent', { tenant: tenant.id, dialer: phone.id, status }).throwOnError()
    expect((await sign('Available')).data).toBe('done')
    expect(await storedRow('call_center_agents', agent.id)).toMatchObject({ status: 'Available' })
    expect((await sign('Logged Out')).data).toBe('done')
    expect(await auditEntriesOf(agent.id)).toMatchObject([
      { actor_email: 'Extension 1001' },
      { actor_email: 'Extension 1001' },
    ])
    expect((await sign('Asleep')).data).toBe('refused')
  })
})

describe('the simulator allows exactly what the database allows', () => {
  /** Whether a phone may dial a code, for the simulator, and whether the database then makes the change. */
  const allowed = async (
    code: string,
    effect: { does: 'forward'; to: string | null } | { does: 'follow me' },
  ) => {
    const state = await loadTenantState(service, VAULT, tenant.id)
    const dialer = state?.snapshot.extensions.find(({ id }) => id === phone.id)
    if (!state || !dialer) throw new Error('The tenant has no such phone.')
    const place = { at: 'dialed', digits: code } as const
    const step = nextStep(state.snapshot, place, callFromPhone(dialer), Date.now())
    const change = { ...effect, extensionId: phone.id, enabled: true }
    const store = switchStore(service, () => VAULT)
    return [step.kind === 'feature', await store.change(state, phone.id, change, undefined)]
  }
  const forwarding = (to: string) => allowed(`*72${to}`, { does: 'forward', to: to || null })

  test('when a phone turns forwarding on', async () => {
    const tenant_id = tenant.id
    const extension = (extension: string, given = {}) => newExtension({ tenant_id, extension, ...given })
    await insertRow('extensions', await extension('1002'))
    await insertRow('extensions', await extension('1003', { enabled: false }))
    await insertRow('extensions', await extension('1004', { suspended: true }))
    await insertRow('ring_groups', await newRingGroup({ tenant_id, number: '6000' }))
    await insertRow('conference_rooms', await newConferenceRoom({ tenant_id, number: '3500' }))
    await insertRow('paging_groups', await newPagingGroup({ tenant_id, number: '7000' }))
    await insertRow('park_lots', await newParkLot({ tenant_id, number: '5900' }))
    await query('select public.add_default_outbound_routes($1, $2)', [
      tenant_id,
      await gatewayNamed('carrier-east'),
    ])
    // Without a number, forwarding goes to the stored destination: there is none at first, and one at the end.
    const dialed = '-,1001,1002,1003,1004,6000,3500,7000,5901,4999,911,1*2,2075550142,-'.split(',')
    const outcomes: Record<string, boolean[]> = {}
    for (const [place, to] of dialed.entries()) {
      outcomes[`${place}: ${to}`] = await forwarding(to.replace('-', ''))
      await dial('call_forward', false)
    }
    const may = ['1002', '6000', '3500', '2075550142']
    expect(outcomes).toEqual(
      Object.fromEntries(
        dialed.map((to, place) => {
          const taken = may.includes(to) || place === dialed.length - 1
          return [`${place}: ${to}`, [taken, taken]]
        }),
      ),
    )
  })

  test('when a phone turns follow me on', async () => {
    expect(await allowed('*21', { does: 'follow me' })).toEqual([false, false])
    await insertRow(
      'extension_follow_me',
      await newFollowMe({ tenant_id: tenant.id, extension_id: phone.id }),
    )
    expect(await allowed('*21', { does: 'follow me' })).toEqual([true, true])
  })
})

test('a request repeated within minutes gets the same answer until it is withdrawn', async () => {
  const note = async (question: string, answer?: string, of = tenant.id) =>
    (await service.rpc('remember_dialed_answer', { tenant: of, question, answer }).throwOnError()).data
  const other = await insertRow('tenants', await newTenant())
  expect(await note('channel-1 *78', 'on')).toBeNull()
  expect(await note('channel-1 *78', 'off')).toBe('on')
  expect(await note('channel-2 *78', 'off')).toBeNull()
  expect(await note('channel-1 *78', 'off', other.id)).toBeNull()
  expect(await note('channel-1 *78')).toBeNull()
  expect(await note('channel-1 *78', 'off')).toBeNull()
  await query(
    `update private.dialed_answers set asked_at = now() - interval '3 minutes' where tenant_id = $1`,
    [tenant.id],
  )
  expect(await note('channel-1 *78', 'again')).toBeNull()
})

describe('the feature code of a call flow', () => {
  const newFlow = async (pin?: string) => {
    const flow = await insertRow('call_flows', await newCallFlow({ tenant_id: tenant.id }))
    if (pin) await keepSecret(tenant.id, 'call_flows', { owner: flow.id, field: 'pin' }, pin)
    return flow.id
  }

  test('switches the flow, which records who did', async () => {
    const flow = await newFlow()
    expect(await dialFlow(flow, 'alternate')).toBe('done')
    expect(await storedRow('call_flows', flow)).toMatchObject({
      state: 'alternate',
      switched_by: 'Extension 1001',
      switched_at: expect.any(String),
    })
    expect(await auditEntriesOf(flow)).toMatchObject([{ actor_email: 'Extension 1001' }])
  })

  test('requires the PIN, and delays more after each wrong one', async () => {
    const flow = await newFlow('7306')
    const longAgo = `insert into private.pin_attempts values ($1, $2, 1, now() - interval '2 hours')`
    await query(longAgo, [randomUUID(), phone.id])
    for (const wrong of [undefined, '1234', '7307'])
      expect(await dialFlow(flow, 'alternate', wrong)).toBe('wrong pin')
    // What is an hour past its wait is forgotten.
    expect(
      await query('select record_id from private.pin_attempts where extension_id = $1', [phone.id]),
    ).toEqual([{ record_id: flow }])
    // The next wait takes minutes instead of a second.
    const more = 'update private.pin_attempts set failures = 11, blocked_until = now() where record_id = $1'
    await query(more, [flow])
    expect(await dialFlow(flow, 'alternate', '7308')).toBe('wrong pin')
    expect(await dialFlow(flow, 'alternate', '7306')).toBe('wait')
    expect(await storedRow('call_flows', flow)).toMatchObject({ state: 'normal' })
    await query('update private.pin_attempts set blocked_until = now() where record_id = $1', [flow])
    expect(await dialFlow(flow, 'alternate', '7306')).toBe('done')
    expect(await query('select 1 from private.pin_attempts where record_id = $1', [flow])).toEqual([])
  })

  test('never asks for the PIN of another tenant’s record, and does nothing to it', async () => {
    const foreign = await insertRow('call_flows', await newCallFlow())
    await keepSecret(foreign.tenant_id, 'call_flows', { owner: foreign.id, field: 'pin' }, '7306')
    const asked = { tenant: tenant.id, dialer: phone.id, record: foreign.id, proofs: [] }
    expect((await service.rpc('check_pin', asked).throwOnError()).data).toBe('done')
    expect(await dialFlow(foreign.id, 'alternate')).toBe('refused')
  })

  test('does nothing in another tenant or for a disabled flow', async () => {
    const foreign = await insertRow('call_flows', await newCallFlow())
    expect(await dialFlow(foreign.id, 'alternate')).toBe('refused')
    expect(await dialFlow(foreign.id, 'alternate', undefined, foreign.tenant_id)).toBe('refused')
    const off = await insertRow('call_flows', await newCallFlow({ tenant_id: tenant.id, enabled: false }))
    expect(await dialFlow(off.id, 'alternate')).toBe('refused')
  })
})

test('the answer to a dialed code is returned once, to its own tenant', async () => {
  const other = await insertRow('tenants', await newTenant())
  const question = `${newId()} *70`
  const note = async (of: string, answer?: string) =>
    (await service.rpc('remember_dialed_answer', { tenant: of, question, answer }).throwOnError()).data
  expect(await note(other.id, 'theirs')).toBeNull()
  expect(await note(tenant.id, 'ours')).toBeNull()
  expect(await note(tenant.id, 'again')).toBe('ours')
  expect(await note(tenant.id)).toBeNull()
  expect(await note(other.id, 'again')).toBe('theirs')
})

test('only the server may dial for an extension', async () => {
  const { client } = await callerOf('superadmin')
  const outcomes = await Promise.all([
    client.rpc('dial_feature', { tenant: tenant.id, dialer: phone.id, feature: 'follow_me', turn_on: true }),
    client.rpc('dial_flow', { tenant: tenant.id, dialer: phone.id, flow: phone.id, to_state: 'normal' }),
    client.rpc('dial_agent', { tenant: tenant.id, dialer: phone.id, status: 'Available' }),
    client.rpc('remember_dialed_answer', { tenant: tenant.id, question: 'a', answer: 'b' }),
    client.rpc('count_block_hit', { tenant: tenant.id, rule: phone.id }),
    client.rpc('sip_secrets', { tenant: tenant.id }),
    client.rpc('check_pin', { tenant: tenant.id, dialer: phone.id, record: phone.id, proofs: [] }),
    client.rpc('join_room', {
      tenant: tenant.id,
      room: phone.id,
      caller: '',
      outside: true,
      proofs: [],
      moderator_proofs: [],
    }),
    client.rpc('authenticate_switch', { address: '', switch_name: 'a', secret_sha256: '' }),
    client.rpc('switch_tenant', { domain: tenant.domain }),
    client.rpc('gateway_passwords'),
    client.rpc('verify_switch_signature', {
      switch_name: 'a',
      tenant: tenant.id,
      message: 'b',
      signature: 'c',
    }),
    client.rpc('store_dialed_recording', { tenant: tenant.id, dialer: phone.id, file: phone.id }),
  ])
  expect(outcomes.map(({ error }) => error?.code)).toEqual(Array(13).fill('42501'))
})
