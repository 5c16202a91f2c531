import { describe, expect, test } from 'vitest'
import { planForm, planOf, proposedPlan } from '@/lib/sales/plan-form'
import type { PlanStart } from '@/lib/sales/won-plan'

const start: PlanStart = {
  won: false,
  version: 4,
  company: {
    id: 'c',
    name: 'Birch & Hollow, Inc.',
    status: 'prospect',
    tenant_id: null,
    code: null,
    time_zone: 'America/Denver',
  },
  domain: null,
  domain_suffix: 'pbx.example',
  seats: null,
  seats_billed: 4,
  extensions: 0,
  free: null,
  seats_sold: 4,
  licenses: [],
  numbers: 0,
  currency: 'USD',
  subscriptions: [
    { id: 's', name: 'Hosted seat', quantity: 4, monthly_price: 22, one_off_price: 0, new: true },
  ],
  stock: [],
  runs: 0,
  accepted: null,
  billed_otherwise: null,
  added: null,
  made: null,
}
const planFrom = (given: PlanStart, change = {}) =>
  planOf(planForm(given).parse({ ...proposedPlan(given, '2026-03-01'), ...change }), given, 'tenant-id')

describe('the setup plan of a won opportunity', () => {
  test('proposes only what is missing when it is won again', () => {
    const made = {
      company_id: 'c',
      tenant_id: 't',
      tenant_made: true,
      extensions: ['1001', '1002', '1003'],
      stock: ['p1'],
      ordered: 0,
      subscriptions: ['s'],
      charges: [],
      port_orders: [],
    }
    const again = proposedPlan(
      { ...start, seats: 4, extensions: 3, free: ['1004'], subscriptions: [], made },
      '2026-06-01',
    )
    expect(again).toMatchObject({
      count: 1,
      first: 1004,
      seats: 4,
      stock: [{ model: '', quantity: 3 }],
      billed: [],
    })
  })

  test('proposes no seats that an earlier plan left out', () => {
    const fax = { id: 'f', name: 'Fax', quantity: 1, monthly_price: 9, one_off_price: 0, new: true }
    const seats = { ...start.subscriptions[0]!, new: false }
    const next: PlanStart = {
      ...start,
      runs: 1,
      company: { ...start.company!, tenant_id: 't' },
      subscriptions: [seats, fax],
      added: { lines: [{ id: 'f', name: 'Fax', quantity: 1 }], seats: 0, numbers: 0 },
      seats_billed: 0,
    }
    expect(proposedPlan(next, '2026-06-01')).toMatchObject({ count: 0, seats: 0, billed: ['f'] })
  })

  test('takes a known model however its letters are typed, once', () => {
    const known = { ...start, stock: [{ model: 'T54W', in_stock: 3 }] }
    expect(planFrom(known, { stock: [{ model: ' t54w', quantity: 4 }] }).stock).toEqual([
      { model: 'T54W', quantity: 4 },
    ])
    const twice = { stock: ['T54W', 't54w'].map((model) => ({ model, quantity: 1 })) }
    expect(() => planFrom(known, twice)).toThrow('This model has a line already.')
  })

  test('purchases seats only of products whose fields are shown, whatever a draft has from before', () => {
    const sold = { ...start, licenses: [{ product: 'fax' as const, purchased: 1, sold: 2 }] }
    expect(planFrom(sold, { licenses: { fax: 3, recording: 5 } }).licenses).toEqual({ fax: 3 })
    expect(planFrom(start, { licenses: { recording: 'many' } }).licenses).toEqual({})
  })

  test('proposes a tenant with the seats sold and one extension for each', () => {
    expect(planFrom(start)).toEqual({
      runs: 0,
      version: 4,
      tenant: {
        id: 'tenant-id',
        code: 'birch-hollow-inc',
        domain: 'birch-hollow-inc.pbx.example',
        time_zone: 'America/Denver',
        seats: 4,
      },
      extensions: { first: 1001, count: 4 },
      licenses: {},
      stock: [],
      subscriptions: { starts_on: '2026-03-01', items: ['s'] },
      port_order: true,
    })
  })

  test("continues after the tenant's existing extensions", () => {
    const company = { ...start.company!, tenant_id: 't', code: 'birch' }
    const tenant = { ...start, company, seats: 5, extensions: 3, domain: 'birch.pbx.example' }
    const free = ['203', '211', '212', '213', '214', '215']
    const plan = planFrom({ ...tenant, free })
    expect(plan).toMatchObject({ tenant: { seats: 7 }, extensions: { first: 211, count: 4 } })
  })

  test('licenses as many seats as are billed, also while some are not used yet', () => {
    const company = { ...start.company!, tenant_id: 't' }
    const tenant = { ...start, company, seats: 20, extensions: 12 }
    expect(proposedPlan({ ...tenant, seats_billed: 24 }, '2026-03-01').seats).toBe(24)
    expect(proposedPlan(tenant, '2026-03-01').seats).toBe(20)
  })

  test('without a tenant creates neither extensions nor subscriptions', () => {
    const stock = [
      { model: ' T54W ', quantity: '2' },
      { model: 'T57W', quantity: 1 },
      { model: 'W73P', quantity: 0 },
      { model: '', quantity: 4 },
    ]
    expect(planFrom(start, { withTenant: false, stock })).toEqual({
      runs: 0,
      version: 4,
      tenant: null,
      extensions: null,
      licenses: null,
      stock: [
        { model: 'T54W', quantity: 2 },
        { model: 'T57W', quantity: 1 },
      ],
      subscriptions: null,
      port_order: true,
    })
  })

  test.each([
    [{ code: 'X' }, 'code'],
    [{ domain: 'nodots' }, 'domain'],
    [{ first: 1, count: 2 }, 'first'],
    [{ first: 911, count: 1 }, 'first'],
    [{ first: 9_999_999, count: 2, seats: 2 }, 'first'],
    [{ startsOn: '' }, 'startsOn'],
    [{ count: -1 }, 'count'],
    [{ seats: '' }, 'seats'],
    [{ stock: [{ model: 'T54W', quantity: -1 }] }, 'stock'],
    [{ stock: ['T54W', 'T54W '].map((model) => ({ model, quantity: 1 })) }, 'stock'],
  ])('is rejected with %o', (change, field) => {
    const { error } = planForm(start).safeParse({ ...proposedPlan(start, '2026-03-01'), ...change })
    expect(error?.issues.map(({ path }) => path[0])).toContain(field)
  })
})
