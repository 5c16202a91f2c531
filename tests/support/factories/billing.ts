import { query } from '../database'
import { tenantOf } from './companies'
import { type Given, insertRow, newId, type NewRow, unique } from './row'
import { newService } from './sales'

/** A rate plan without rates. */
export async function newRatePlan(given: Given<'rate_plans'> = {}): Promise<NewRow<'rate_plans'>> {
  return { id: newId(), name: `Plan ${unique()}`, ...given }
}

/** The rate of all numbers, with a new plan by default. */
export async function newRatePlanRate(
  given: Given<'rate_plan_rates'> = {},
): Promise<NewRow<'rate_plan_rates'>> {
  const planId = given.rate_plan_id ?? (await insertRow('rate_plans', await newRatePlan())).id
  return { id: newId(), prefix: '', cost_per_minute: 0.015, ...given, rate_plan_id: planId }
}

/** A jurisdiction with a sales tax of 7 %. */
export async function newTaxJurisdiction(
  given: Given<'tax_jurisdictions'> = {},
): Promise<NewRow<'tax_jurisdictions'>> {
  return { id: newId(), name: `County ${unique()}`, percent: 7, ...given }
}

/** The account, with a new tenant by default. */
export async function newBillingAccount(
  given: Given<'billing_accounts'> = {},
): Promise<NewRow<'billing_accounts'>> {
  return { id: newId(), terms_days: 15, ...given, tenant_id: await tenantOf(given) }
}

/** A monthly subscription of a tenant and a service of their own unless they are given. */
export async function newSubscription(given: Given<'subscriptions'> = {}): Promise<NewRow<'subscriptions'>> {
  const serviceId = given.service_id ?? (await insertRow('services', await newService())).id
  return {
    id: newId(),
    unit_price: 22,
    starts_on: '2026-01-01',
    ...given,
    tenant_id: await tenantOf(given),
    service_id: serviceId,
  }
}

/** A draft without lines, with a new tenant by default. */
export async function newInvoice(given: Given<'invoices'> = {}): Promise<NewRow<'invoices'>> {
  return { id: newId(), period_start: '2026-01-01', ...given, tenant_id: await tenantOf(given) }
}

/** An adjustment on a draft of its own unless one is given together with its tenant. */
export async function newInvoiceLine(given: Given<'invoice_lines'> = {}): Promise<NewRow<'invoice_lines'>> {
  const invoice =
    given.invoice_id && given.tenant_id
      ? { id: given.invoice_id, tenant_id: given.tenant_id }
      : await insertRow('invoices', await newInvoice())
  return {
    id: newId(),
    description: 'Goodwill',
    amount: 12.5,
    ...given,
    invoice_id: invoice.id,
    tenant_id: invoice.tenant_id,
  }
}

/** A check for no particular invoice, with a new tenant by default. */
export async function newPayment(given: Given<'payments'> = {}): Promise<NewRow<'payments'>> {
  return { id: newId(), amount: 40, method: 'check', ...given, tenant_id: await tenantOf(given) }
}

/** Ten recording seats with a soft cap, with a new tenant by default. */
export async function newLicense(given: Given<'licenses'> = {}): Promise<NewRow<'licenses'>> {
  return { id: newId(), product: 'recording', purchased: 10, ...given, tenant_id: await tenantOf(given) }
}

/** Stores an issued invoice with one line of the amount; answers it as stored. */
export async function insertIssuedInvoice(given: Given<'invoices'> = {}, amount = 100) {
  const draft = await insertRow('invoices', await newInvoice(given))
  await insertRow(
    'invoice_lines',
    await newInvoiceLine({ invoice_id: draft.id, tenant_id: draft.tenant_id, amount }),
  )
  await query("update public.invoices set status = 'issued' where id = $1", [draft.id])
  return draft
}
