import { sumBy } from 'es-toolkit/math'
import { type Day, monthStart } from '../dates/day'
import { deleteRecord, saveRecord } from '../records/record-client'
import { addOnce } from '../supabase/add-once'
import { dataOf, requireChange } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { INVOICES } from '../supabase/constraints'
import type { Tables } from '../supabase/database.types'
import { isUuid } from '../validation/uuid'
import { CENTS, fromUnits, sumOf, toUnits } from './money'

export type InvoiceStatus = (typeof INVOICES.status.choices)[number]
export type Invoice = Omit<Tables<'invoices'>, 'status'> & { status: InvoiceStatus }
export type InvoiceLine = Tables<'invoice_lines'>

/** A tenant's latest 500 invoices, latest period first. */
export async function listInvoices(supabase: Supabase, tenantId: string): Promise<Invoice[]> {
  return dataOf(
    await supabase
      .from('invoices')
      .select('*')
      .eq('tenant_id', tenantId)
      .order('period_start', { ascending: false })
      .order('created_at', { ascending: false })
      .limit(500),
  ) as Invoice[]
}

/**
 * The invoice that charges a month's calls (given by its first day), how many it charges, and how much for them; null if there is none.
 * A draft has no number; issuing it brings it up to date.
 */
export async function loadCallsInvoice(
  supabase: Supabase,
  tenantId: string,
  month: Day,
): Promise<{ number: string | null; calls: number; amount: number } | null> {
  const [invoice] = dataOf(
    await supabase
      .from('invoices')
      .select('number, invoice_lines(quantity, amount)')
      .eq('tenant_id', tenantId)
      .eq('period_start', monthStart(month, 1))
      .neq('status', 'void')
      .eq('invoice_lines.kind', 'usage'),
  )
  if (!invoice) return null
  const { number, invoice_lines: lines } = invoice
  return {
    number,
    calls: sumBy(lines, ({ quantity }) => quantity),
    amount: Number(fromUnits(sumOf(lines.map(({ amount }) => toUnits(amount, CENTS))), CENTS)),
  }
}

/** An invoice of the tenant with its lines in order; null when it does not exist. */
export async function loadInvoice(
  supabase: Supabase,
  tenantId: string,
  id: string,
): Promise<{ invoice: Invoice; lines: InvoiceLine[] } | null> {
  if (!isUuid(id)) return null
  const [invoices, lines] = await Promise.all([
    supabase.from('invoices').select('*').eq('tenant_id', tenantId).eq('id', id),
    supabase
      .from('invoice_lines')
      .select('*')
      .eq('tenant_id', tenantId)
      .eq('invoice_id', id)
      .order('position')
      .order('id'),
  ])
  const [invoice] = dataOf(invoices) as Invoice[]
  return invoice ? { invoice, lines: dataOf(lines) } : null
}

/**
 * Creates the draft for a period, or recalculates it. Null when nothing is due, unless a draft is wanted even if it is empty, for
 * adjustments.
 */
export async function runCycle(
  supabase: Supabase,
  tenant: string,
  period_start: Day,
  even_empty = false,
): Promise<string | null> {
  return dataOf(await supabase.rpc('run_billing_cycle', { tenant, period_start, even_empty }))
}

/** Issues a draft if it is still what the user saw: its total, currency, terms, addresses and note. */
export async function issueInvoice(
  supabase: Supabase,
  { id, tenant_id, total, version }: Invoice,
): Promise<void> {
  const expected = { expected_total: total, expected_version: version }
  dataOf(await supabase.rpc('issue_invoice', { tenant: tenant_id, invoice: id, ...expected }))
}

/** Voids an issued or paid invoice. Repeating it with the same reason changes nothing. */
export async function voidInvoice(
  supabase: Supabase,
  { id, tenant_id }: Invoice,
  reason: string,
): Promise<void> {
  dataOf(await supabase.rpc('void_invoice', { tenant: tenant_id, invoice: id, reason }))
}

/** Deletes a draft with its adjustments, if it is still at the version the user saw. */
export async function deleteDraft(supabase: Supabase, invoice: Invoice): Promise<void> {
  await deleteRecord(supabase, 'invoices', invoice.tenant_id, invoice)
}

/** Stores the note below a draft's lines, if the draft is still at the version the user saw. */
export async function saveNote(supabase: Supabase, invoice: Invoice, note: string): Promise<void> {
  const { id, tenant_id: tenantId, version: expectedVersion } = invoice
  await saveRecord(supabase, { table: 'invoices' }, { id, tenantId, expectedVersion, values: { note } })
}

/**
 * Adds a line to a draft by hand; a negative amount is a credit. The caller chooses the line's id, so sending it twice adds it once,
 * with the latest values.
 */
export async function addAdjustment(
  supabase: Supabase,
  { id: invoice_id, tenant_id }: Invoice,
  adjustment: { id: string; description: string; amount: number },
): Promise<void> {
  const line = { tenant_id, invoice_id, ...adjustment }
  await addOnce(supabase, 'invoice_lines', line)
}

/** Deletes a line that was added by hand. */
export async function removeAdjustment(supabase: Supabase, { id, tenant_id }: InvoiceLine): Promise<void> {
  const removed = supabase.from('invoice_lines').delete()
  requireChange(await removed.eq('tenant_id', tenant_id).eq('id', id).select('id'))
}

/** Whether an issued invoice is past due on a day. */
export function isOverdue({ status, due_on }: Pick<Invoice, 'status' | 'due_on'>, day: Day): boolean {
  return status === 'issued' && due_on !== null && due_on < day
}

export const LINE_COLUMNS = [
  'Description',
  'From',
  'To',
  'Quantity',
  'Unit price',
  'Amount',
  'Currency',
  'Tax rate',
] as const

/** The cells of a line of an invoice in a CSV file, in the order of LINE_COLUMNS. */
export function lineCells({ currency }: Pick<Invoice, 'currency'>, line: InvoiceLine): string[] {
  return [
    line.description,
    line.service_from ?? '',
    line.service_to ?? '',
    String(line.quantity),
    line.unit_price === null ? '' : String(line.unit_price),
    line.amount.toFixed(2),
    currency,
    line.tax_percent === null ? '' : String(line.tax_percent),
  ]
}
