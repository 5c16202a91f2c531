import { beforeAll, expect, test } from 'vitest'
import { deleteDraft, type Invoice, loadInvoice, removeAdjustment } from '@/lib/billing/invoices'
import { deletePayment } from '@/lib/billing/payments'
import { deleteSubscription, endSubscription } from '@/lib/billing/subscriptions'
import { discardRejected, loadCall } from '@/lib/cdr/call-list'
import { recordAnswer } from '@/lib/telephony/emergency-registration'
import { addExtensions } from '@/lib/telephony/extension-client'
import { callerOf, type Client } from '../support/clients'
import { FACTORIES } from '../support/factories'
import { insertRow, newId, type TableName } from '../support/factories/row'
import { ownRow, rowsOf, type TenantRow } from '../support/tenant-rows'

let staff: Client
beforeAll(async () => {
  staff = (await callerOf('superadmin')).client
})

/** What a page of the tenant `here` tries with another tenant's record. */
type Attempt = (foreign: TenantRow, here: string) => Promise<unknown>

const withTenant = <Row>(row: TenantRow, tenant_id: string) => ({ ...row, tenant_id }) as Row

const refused: [string, TableName, Attempt][] = [
  ['remove a draft', 'invoices', (row, here) => deleteDraft(staff, withTenant<Invoice>(row, here))],
  ['remove a line', 'invoice_lines', (row, here) => removeAdjustment(staff, withTenant<never>(row, here))],
  ['delete a payment', 'payments', (row, here) => deletePayment(staff, withTenant(row, here))],
  [
    'end a subscription',
    'subscriptions',
    (row, here) => endSubscription(staff, withTenant(row, here), '2026-12-31'),
  ],
  ['remove a subscription', 'subscriptions', (row, here) => deleteSubscription(staff, withTenant(row, here))],
  [
    'record a carrier’s answer about a number',
    'dids',
    (row, here) => recordAnswer(staff, withTenant(row, here), { to: 'confirmed' }),
  ],
  [
    'create extensions by copying one',
    'extensions',
    ({ id }, here) => addExtensions(staff, here, [{ id: newId(), number: '2986', name: '' }], id),
  ],
]

test.each(refused)('the page of one tenant cannot %s of another tenant', async (_what, table, attempt) => {
  const [own, foreign] = [await ownRow(table), await ownRow(table)]
  const both = () => rowsOf([own.tenant_id, foreign.tenant_id])
  const before = await both()
  await expect(attempt(foreign, own.tenant_id)).rejects.toMatchObject({ reason: 'gone' })
  expect(await both()).toEqual(before)
})

test('the page of one tenant cannot discard a rejected CDR of another tenant', async () => {
  const { tenant_id: here } = await ownRow('extensions')
  const { tenant_id: there } = await ownRow('extensions')
  const row = await insertRow('cdr_rejected', await FACTORIES.cdr_rejected({ tenant_id: there }))
  await expect(discardRejected(staff, here, row.id)).rejects.toMatchObject({ reason: 'gone' })
  await discardRejected(staff, there, row.id)
})

test('the page of one tenant cannot show an invoice or a call of another tenant', async () => {
  const invoice = await ownRow('invoices')
  const call = await ownRow('cdr')
  expect(await loadInvoice(staff, call.tenant_id, invoice.id)).toBeNull()
  expect(await loadInvoice(staff, invoice.tenant_id, invoice.id)).not.toBeNull()
  expect(await loadCall(staff, invoice.tenant_id, call.id)).toBeNull()
  expect(await loadCall(staff, call.tenant_id, call.id)).not.toBeNull()
})
