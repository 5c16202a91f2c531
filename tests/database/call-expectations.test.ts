import { beforeAll, describe, expect, test } from 'vitest'
import { saveExpectation } from '@/lib/telephony/simulator/expectation-client'
import { PHONE_CHOICES, type TestCall } from '@/lib/telephony/simulator/question'
import { NO_CALL } from '@/lib/telephony/simulator/started-call'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { become, becomeOwner, query, rolledBack, storedRow } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { newBillingAccount, newRatePlan, newRatePlanRate } from '../support/factories/billing'
import { newCallExpectation, newRingGroup } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { type Given, insertRow, newId } from '../support/factories/row'
import { CREATE_FROM, newCompany, TEMPLATE, terms } from '../support/new-tenants'

let callers: Record<Role, Caller>

beforeAll(async () => {
  callers = await callersByRole()
})

const codeOf = async (given: Given<'call_expectations'>) => {
  const row = await newCallExpectation(given)
  const refused = await insertRow('call_expectations', row).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )
  expect((await storedRow('call_expectations', row.id)) !== undefined).toBe(refused === undefined)
  return refused
}
const versionOf = async (tenant: string) =>
  (await query('select version from public.tenant_versions where tenant_id = $1', [tenant]))[0]

describe('the test call of an expectation', () => {
  const accepted = [
    {},
    { extension: '1001', to: '*98' },
    { caller: '(207) 555-0199', at: '2026-12-25T10:00', digits: '2 1001', patience: 30 },
    { withheld: true, at: '6 23:59', phones: { 1001: 'busy', '+12075550199': 'answers' } },
  ]
  test('may hold each choice of what a phone does', async () => {
    const phones = Object.fromEntries(PHONE_CHOICES.map(({ value }, place) => [String(1001 + place), value]))
    expect(await codeOf({ question: { ...NO_CALL, to: '6000', phones } })).toBeUndefined()
  })

  test('is kept without the separators of a pasted number, and says what it may dial and press', async () => {
    const { id: tenant } = await insertRow('tenants', await newTenant())
    const keep = (id: string, question: Partial<TestCall>) =>
      saveExpectation(
        callers.tech.client,
        tenant,
        { id, version: null },
        {
          name: 'Dials out',
          question: { ...NO_CALL, extension: '1001', ...question },
          outcome: 'ends_unanswered',
          destination: null,
        },
      )
    const id = newId()
    const pasted = { to: '207/555–0100' }
    await expect(keep(id, { ...pasted, digits: '2; 1001' })).rejects.toThrow(/^Only a call that dials/)
    await keep(id, pasted)
    expect(await storedRow('call_expectations', id)).toMatchObject({ question: { to: '2075550100' } })
  })

  test.each(accepted)('may be %j', async (call) => {
    expect(await codeOf({ question: { ...NO_CALL, to: '6000', ...call } })).toBeUndefined()
  })

  const refused = [
    { to: '' },
    { to: 'Sales' },
    { at: '8 10:00' },
    { at: 'tomorrow' },
    { at: '6 24:00' },
    { extension: 1001 },
    { extension: 'x' },
    { caller: null },
    { withheld: 'yes' },
    { digits: 'one' },
    { phones: { 1001: 'asleep' } },
    { phones: [] },
    { patience: 0 },
    { patience: '30' },
    { more: true },
  ]
  test.each(refused)('is never %j', async (call) => {
    expect(await codeOf({ question: { ...NO_CALL, to: '6000', ...call } })).toBe('23514')
  })

  test.each([[], 'x', null, {}])('is never %j as a whole', async (question) => {
    expect(['23502', '23514']).toContain(await codeOf({ question: question as never }))
  })
})

describe('an expectation', () => {
  test('has a destination unless the call ends unanswered', async () => {
    const group = await insertRow('ring_groups', await newRingGroup())
    const at = { tenant_id: group.tenant_id, destination_id: group.id }
    expect(await codeOf({ ...at, outcome: 'comes_to' })).toBeUndefined()
    expect(await codeOf({ ...at, outcome: 'ends_unanswered' })).toBe('23514')
    expect(await codeOf({ tenant_id: group.tenant_id, outcome: 'ends_at' })).toBe('23514')
    expect(await codeOf({ ...at, outcome: 'rings' })).toBe('23514')
  })

  test('cannot expect a destination of another tenant', async () => {
    const stranger = await insertRow('ring_groups', await newRingGroup())
    expect(await codeOf({ outcome: 'comes_to', destination_id: stranger.id })).toBe('23503')
  })

  test('has a name unique in the tenant', async () => {
    const { tenant_id, name } = await insertRow('call_expectations', await newCallExpectation())
    expect(await codeOf({ tenant_id, name })).toBe('23505')
    expect(await codeOf({ name })).toBeUndefined()
    expect(await codeOf({ name: ' ' })).toBe('23514')
    expect(await codeOf({ name: 'x'.repeat(76) })).toBe('23514')
  })

  test('keeps its destination from being deleted, with an explanation', async () => {
    const group = await insertRow('ring_groups', await newRingGroup())
    const expectation = await insertRow(
      'call_expectations',
      await newCallExpectation({
        tenant_id: group.tenant_id,
        destination_id: group.id,
        outcome: 'comes_to',
        name: 'Saturday',
      }),
    )
    const { client } = callers.tech
    expect((await client.from('ring_groups').delete().eq('id', group.id)).error?.code).toBe('23503')
    const uses = await client.rpc('used_by', {
      target_table: 'ring_groups',
      target: group.id,
      tenant: group.tenant_id,
    })
    expect(uses.data).toEqual([
      {
        table_name: 'call_expectations',
        record_id: expectation.id,
        column_name: 'destination_id',
        label: 'Saturday',
        goes: null,
        personal: false,
      },
    ])
  })

  test('is not in the snapshot but raises its version, so the check is due', async () => {
    const tenant = await insertRow('tenants', await newTenant())
    const kept = () =>
      query('select record_id from private.snapshot_rows where tenant_id = $1 order by record_id', [
        tenant.id,
      ])
    const [before, rows] = [await versionOf(tenant.id), await kept()]
    const { id } = await insertRow(
      'call_expectations',
      await newCallExpectation({ tenant_id: tenant.id, outcome: 'ends_unanswered', destination_id: null }),
    )
    await query("update public.call_expectations set name = 'Sunday' where id = $1", [id])
    await query('delete from public.call_expectations where id = $1', [id])
    expect(Number((await versionOf(tenant.id))?.version)).toBe(Number(before?.version) + 3)
    expect(await kept()).toEqual(rows)
  })

  test('is copied with its tenant’s configuration, and deleted with its tenant', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      const tenant = rows[0]?.id ?? ''
      const group = await insertRow(
        'ring_groups',
        await newRingGroup({ tenant_id: tenant, number: '6987', name: 'Answering' }),
        client,
      )
      await insertRow(
        'call_expectations',
        await newCallExpectation({
          tenant_id: tenant,
          name: 'Saturday',
          destination_id: group.id,
          outcome: 'comes_to',
        }),
        client,
      )
      await become(client, SUPERADMIN)
      const { rows: documents } = await client.query('select public.tenant_configuration($1) as document', [
        tenant,
      ])
      await becomeOwner(client)
      const given = terms(await newCompany(client), 1000)
      await become(client, SUPERADMIN)
      await client.query(CREATE_FROM, [...given, null, documents[0]?.document, true, false])
      await becomeOwner(client)
      const copies = `select e.question, g.name from public.call_expectations e
        join public.ring_groups g on g.id = e.destination_id and g.tenant_id = e.tenant_id
        where e.tenant_id = $1 and e.name = 'Saturday'`
      const [copied] = (await client.query(copies, [given[5]])).rows
      expect(copied).toMatchObject({ name: 'Answering', question: { at: '6 10:00' } })
    })
    const { id, tenant_id } = await insertRow('call_expectations', await newCallExpectation())
    await query('delete from public.tenants where id = $1', [tenant_id])
    expect(await storedRow('call_expectations', id)).toBeUndefined()
  })
})

describe('the prices of a tenant’s calls', () => {
  async function tenantWithPlan(prefix = '1') {
    const plan = await insertRow('rate_plans', await newRatePlan())
    const rate = { rate_plan_id: plan.id, prefix, cost_per_minute: 0.015, connect_fee: 0.01 }
    await insertRow(
      'rate_plan_rates',
      await newRatePlanRate({
        ...rate,
        description: 'North America',
        first_increment: 30,
        next_increment: 6,
      }),
    )
    const account = await insertRow('billing_accounts', await newBillingAccount({ rate_plan_id: plan.id }))
    return account.tenant_id
  }
  const NUMBERS = ['+12075550100', '+4930901820', '+12075550100']
  const priced = (role: Role, tenant: string, talk_seconds = 31, numbers = NUMBERS) =>
    callers[role].client.rpc('tenant_call_prices', { tenant, numbers, talk_seconds })

  test('come from the tenant’s rate plan, one for each number with a rate', async () => {
    const { data } = await priced('admin', await tenantWithPlan())
    expect(data).toEqual([
      {
        number: '+12075550100',
        description: 'North America',
        connect_fee: 0.01,
        cost_per_minute: 0.015,
        cost: 0.019,
        currency: 'USD',
      },
    ])
  })

  test('are empty without a plan, and for roles that may not see billing', async () => {
    const tenant = await tenantWithPlan()
    expect((await priced('tech', tenant)).data).toEqual([])
    expect((await priced('anon', tenant)).error?.code).toBe('42501')
    const { id } = await insertRow('tenants', await newTenant())
    expect((await priced('admin', id)).data).toEqual([])
  })

  test('are none for emergency calls', async () => {
    const everywhere = await tenantWithPlan('')
    const { data } = await priced('admin', everywhere, 31, ['911', '411'])
    expect(data?.map(({ number }) => number)).toEqual(['411'])
  })

  test('treat a negative duration as zero', async () => {
    const { data } = await priced('admin', await tenantWithPlan(), -5)
    expect(data).toMatchObject([{ cost: 0.01 }])
  })
})
