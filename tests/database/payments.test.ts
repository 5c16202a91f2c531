import { beforeAll, describe, expect, test } from 'vitest'
import { loadOverview, saveAccount } from '@/lib/billing/account'
import { deletePayment, listPayments, recordPayment } from '@/lib/billing/payments'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertIssuedInvoice, newInvoice, newPayment } from '../support/factories/billing'
import { insertRow } from '../support/factories/row'

const REFUSED = '23514'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const invoice = (id: string) => storedRow('invoices', id)

/** The balance in the list of customers, and what the customer's page tells whoever calls. */
async function shownToCallers(tenant: unknown) {
  const { id } = await insertRow(
    'companies',
    await FACTORIES.companies({
      type: 'tenant',
      domain_uuid: String(tenant),
      tenant_code: `c-${tenant}`.slice(0, 32),
    }),
  )
  const { client } = callers.admin
  const listed = client.from('customer_list').select('balance').eq('id', id).single().throwOnError()
  const records = await client.rpc('customer_records', { company: id }).throwOnError()
  const { account } = records.data as { account: { currency: string; balance: number; overdue: number } }
  const { currency, balance, overdue } = account
  return { listed: (await listed).data.balance, told: { currency, balance, overdue } }
}

describe('payments', () => {
  async function account(...amounts: number[]) {
    const first = await insertIssuedInvoice({}, amounts[0])
    const rest = []
    for (const [n, amount] of amounts.slice(1).entries()) {
      rest.push(
        await insertIssuedInvoice({ tenant_id: first.tenant_id, period_start: `2026-0${n + 2}-01` }, amount),
      )
    }
    const ids = [first, ...rest].map(({ id }) => id)
    return {
      tenant: first.tenant_id,
      ids,
      /** Records a payment, or a refund of a negative amount. */
      pay: async (amount: number, invoice_id: string | null = null) => {
        const method = amount < 0 ? 'refund' : 'ach'
        return insertRow(
          'payments',
          await newPayment({ tenant_id: first.tenant_id, amount, method, invoice_id }),
        )
      },
      state: async () =>
        (await Promise.all(ids.map(invoice))).map((stored) => [stored?.status, stored?.paid]),
      balance: async () => (await loadOverview(callers.admin.client, first.tenant_id)).balance,
    }
  }

  test('cannot be dated in the future', async () => {
    const { tenant, state } = await account(100)
    const dated = await newPayment({
      tenant_id: tenant,
      received_at: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    })
    const { error } = await callers.admin.client.from('payments').insert(dated)
    expect(error).toMatchObject({ code: '23514', message: 'A payment cannot be dated in the future.' })
    expect(await storedRow('payments', dated.id)).toBeUndefined()
    expect(await state()).toEqual([['issued', 0]])
  })

  test('tell nobody who may record none in which currency the account is', async () => {
    const { tenant } = await account(100)
    const given = await newPayment({ tenant_id: tenant, currency: 'CAD' })
    const recordedBy = async (role: Role) =>
      (await callers[role].client.from('payments').insert(given)).error?.code
    expect(await recordedBy('tech')).toBe('42501')
    expect(await recordedBy('admin')).toBe(REFUSED)
  })

  test('are applied to the invoices due first', async () => {
    const { pay, state, balance } = await account(100, 50)
    expect(await state()).toEqual([
      ['issued', 0],
      ['issued', 0],
    ])
    await pay(60)
    expect(await state()).toEqual([
      ['issued', 60],
      ['issued', 0],
    ])
    await pay(65)
    expect(await state()).toEqual([
      ['paid', 100],
      ['issued', 25],
    ])
    expect(await balance()).toBe(25)
  })

  test('are applied to their own invoice first, and the rest to others', async () => {
    const { tenant, ids, pay, state, balance } = await account(100, 50)
    await pay(70, ids[1])
    const { number } = (await invoice(ids[1] ?? '')) ?? {}
    expect(await listPayments(callers.admin.client, tenant)).toMatchObject([
      { amount: 70, invoices: { number } },
    ])
    expect(number).toMatch(/\d/)
    expect(await state()).toEqual([
      ['issued', 20],
      ['paid', 50],
    ])
    expect(await balance()).toBe(80)
  })

  test('in excess of all invoices become credit for the next one', async () => {
    const { tenant, pay, state, balance } = await account(100)
    await pay(130)
    expect(await balance()).toBe(-30)
    const next = await insertIssuedInvoice({ tenant_id: tenant, period_start: '2026-06-01' }, 20)
    expect(await invoice(next.id)).toMatchObject({ status: 'paid', paid: 20 })
    expect(await state()).toEqual([['paid', 100]])
    expect(await balance()).toBe(-10)
    expect(await shownToCallers(tenant)).toEqual({
      listed: -10,
      told: { currency: 'USD', balance: -10, overdue: 0 },
    })
  })

  test('for an invoice are recorded once by two who mark it paid, and again only for whatever is due first', async () => {
    const { tenant, ids, pay, state, balance } = await account(100)
    const { client } = callers.admin
    const both = await Promise.all(
      [1, 2].map(async () =>
        client
          .from('payments')
          .insert(await newPayment({ tenant_id: tenant, amount: 100, invoice_id: ids[0] })),
      ),
    )
    expect(both.map(({ error }) => error?.code).toSorted()).toEqual([REFUSED, undefined])
    expect(both.find(({ error }) => error)?.error?.message).toMatch(
      /^Invoice \d{4}-\d+ has already been paid\.$/,
    )
    expect(await state()).toEqual([['paid', 100]])
    expect(await balance()).toBe(0)
    await pay(30)
    expect(await balance()).toBe(-30)
  })

  test('for an invoice are stored once when they are repeated, and come back when their reversal is undone', async () => {
    const { tenant, ids, pay, state, balance } = await account(100)
    const { client } = callers.admin
    const payment = await newPayment({ tenant_id: tenant, amount: 100, invoice_id: ids[0] })
    for (let n = 0; n < 2; n += 1) await recordPayment(client, payment as Parameters<typeof recordPayment>[1])
    expect(await state()).toEqual([['paid', 100]])
    expect(await balance()).toBe(0)
    await deletePayment(client, { ...payment, version: 1 } as Parameters<typeof deletePayment>[1])
    await pay(100)
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'delete'",
      [payment.id],
    )
    await client.rpc('undo_change', { entry: String(entry?.id) }).throwOnError()
    expect(await storedRow('payments', String(payment.id))).toMatchObject({ amount: 100, invoice_id: ids[0] })
    expect(await balance()).toBe(-100)
  })

  test('of a voided invoice are applied to the others', async () => {
    const { tenant, ids, pay, state, balance } = await account(100, 50)
    await pay(100, ids[0])
    await callers.admin.client.rpc('void_invoice', { tenant, invoice: String(ids[0]), reason: 'Doubled' })
    expect(await state()).toEqual([
      ['void', 0],
      ['paid', 50],
    ])
    expect(await balance()).toBe(-50)
  })

  test('that bounce reopen their invoice', async () => {
    const { pay, state } = await account(100)
    const payment = await pay(100)
    expect(await state()).toEqual([['paid', 100]])
    expect((await callers.admin.client.from('payments').delete().eq('id', payment.id)).error).toBeNull()
    expect(await state()).toEqual([['issued', 0]])
  })

  test('are increased by negative invoices, which are credit for others', async () => {
    const { state, balance } = await account(-30, 50)
    expect(await state()).toEqual([
      ['paid', -30],
      ['issued', 30],
    ])
    expect(await balance()).toBe(20)
  })

  test('can be refunded only up to the credit', async () => {
    const { tenant, pay, balance } = await account(100)
    await pay(120)
    const refund = (amount: number) =>
      callers.admin.client.from('payments').insert({ tenant_id: tenant, amount, method: 'refund' })
    expect((await refund(-21)).error?.code).toBe(REFUSED)
    expect((await refund(20)).error?.code).toBe(REFUSED)
    expect((await refund(-20)).error).toBeNull()
    expect(await balance()).toBe(0)
  })

  const refundFirst = (missing: string) => ({
    code: REFUSED,
    message: `Refunds would exceed the credit by ${missing}. Reverse the refund first.`,
  })

  test('that have been refunded can be neither reversed nor reduced nor used for an invoice', async () => {
    const { tenant, ids, pay, state, balance } = await account(100)
    await pay(100, ids[0])
    const doubled = await pay(50)
    const refund = await pay(-50)
    const payments = callers.admin.client.from('payments')
    const remove = (id: string) => payments.delete().eq('id', id)
    const change = (values: { amount?: number; invoice_id?: string }) =>
      payments.update({ ...values, version: 2 }).eq('id', doubled.id)
    expect((await remove(doubled.id)).error).toMatchObject(refundFirst('50.00'))
    expect((await change({ amount: 49 })).error).toMatchObject(refundFirst('1.00'))
    const next = await insertIssuedInvoice({ tenant_id: tenant, period_start: '2026-06-01' }, 80)
    expect((await change({ invoice_id: next.id })).error).toMatchObject(refundFirst('50.00'))
    expect(await storedRow('payments', doubled.id)).toMatchObject({ amount: 50, invoice_id: null })
    expect(await invoice(next.id)).toMatchObject({ status: 'issued', paid: 0 })
    expect(await state()).toEqual([['paid', 100]])

    expect((await remove(refund.id)).error).toBeNull()
    expect((await remove(doubled.id)).error).toBeNull()
    expect(await state()).toEqual([['paid', 100]])
    expect(await balance()).toBe(80)
  })

  test('that have not been refunded are reversed although others were', async () => {
    const { ids, pay, state, balance } = await account(100)
    const own = await pay(100, ids[0])
    await pay(50)
    await pay(-50)
    expect((await callers.admin.client.from('payments').delete().eq('id', own.id)).error).toBeNull()
    expect(await state()).toEqual([['issued', 0]])
    expect(await balance()).toBe(100)
  })

  test('that return the credit of a negative invoice keep it from being voided', async () => {
    const { tenant, ids, pay, state } = await account(-30)
    await pay(-30)
    const { client } = callers.admin
    const voided = await client.rpc('void_invoice', { tenant, invoice: String(ids[0]), reason: 'Wrong' })
    expect(voided.error).toMatchObject(refundFirst('30.00'))
    expect(await state()).toEqual([['paid', -30]])
  })

  test('that have become credit fix the currency until they are refunded, and then stay in theirs', async () => {
    const { tenant, ids, pay } = await account(500)
    await pay(500, ids[0])
    const { client } = callers.admin
    await client.rpc('void_invoice', { tenant, invoice: String(ids[0]), reason: 'Canadian' }).throwOnError()
    const charge = (currency: 'CAD') => saveAccount(client, tenant, null, { currency })
    const fixed = async () => (await client.rpc('billing_overview', { tenant }).throwOnError()).data
    expect(await fixed()).toMatchObject({ currency: 'USD', currency_fixed: true, balance: -500 })
    await expect(charge('CAD')).rejects.toThrow(
      'The currency is fixed while there is credit. Refund it, or reverse the payment, first.',
    )
    const refund = await pay(-500)
    expect(await fixed()).toMatchObject({ currency: 'USD', currency_fixed: false, balance: 0 })
    await charge('CAD')

    const foreign = { code: REFUSED, message: 'The payment is in USD, and the account is in CAD.' }
    expect((await client.from('payments').delete().eq('id', refund.id)).error).toMatchObject(foreign)
    const paid = (currency: string) =>
      client.from('payments').insert({ tenant_id: tenant, amount: 685, method: 'wire', currency })
    expect((await paid('USD')).error).toMatchObject(foreign)
    expect((await paid('CAD')).error).toBeNull()
    expect(
      await query(
        'select amount::float, currency from public.payments where tenant_id = $1 order by created_at',
        [tenant],
      ),
    ).toEqual([
      { amount: 500, currency: 'USD' },
      { amount: -500, currency: 'USD' },
      { amount: 685, currency: 'CAD' },
    ])
  })

  test('that were reversed do not come back once the account is in another currency', async () => {
    const payment = await insertRow('payments', await newPayment())
    const { client } = callers.admin
    await deletePayment(client, payment)
    await saveAccount(client, payment.tenant_id, null, { currency: 'EUR' })
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'delete'",
      [payment.id],
    )
    const { error } = await callers.superadmin.client.rpc('undo_change', { entry: String(entry?.id) })
    expect(error?.message).toBe('The payment is in USD, and the account is in EUR.')
    expect(await storedRow('payments', payment.id)).toBeUndefined()
  })

  test('and a change of the currency at the same time do not both happen', async () => {
    const { tenant_id, ...payment } = await newPayment()
    const { client } = callers.admin
    const outcomes = await Promise.allSettled([
      client
        .from('payments')
        .insert({ ...payment, tenant_id })
        .throwOnError(),
      saveAccount(client, tenant_id, null, { currency: 'GBP' }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('must be for issued invoices of the same tenant', async () => {
    const { tenant } = await account(100)
    const draft = await insertRow(
      'invoices',
      await newInvoice({ tenant_id: tenant, period_start: '2026-09-01' }),
    )
    const other = await insertIssuedInvoice()
    const pay = (invoice_id: string) =>
      callers.admin.client
        .from('payments')
        .insert({ tenant_id: tenant, amount: 5, method: 'card', invoice_id })
    expect((await pay(draft.id)).error?.code).toBe(REFUSED)
    expect((await pay(other.id)).error?.code).toBe('23503')
  })

  test('are all counted when they arrive at the same time', async () => {
    const { pay, state, balance } = await account(100, 100)
    await Promise.all(Array.from({ length: 8 }, () => pay(25)))
    expect(await state()).toEqual([
      ['paid', 100],
      ['paid', 100],
    ])
    expect(await balance()).toBe(0)
  })
})
