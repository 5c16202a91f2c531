import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { addAdjustment, type Invoice, issueInvoice, voidInvoice } from '@/lib/billing/invoices'
import { recordPayment } from '@/lib/billing/payments'
import { createRatePlan } from '@/lib/billing/rates'
import { changeSubscription, saveSubscription } from '@/lib/billing/subscriptions'
import { loadSeats, type Seats, setSeats } from '@/lib/licensing/seats'
import { addNote } from '@/lib/notes/notes'
import { addToOpportunity, draftPortOrder } from '@/lib/numbers/port-orders'
import { addSpoken } from '@/lib/recordings/upload'
import type { RecordValues } from '@/lib/records/field'
import { changeRecords, saveRecord } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { customer } from '@/lib/resources/customer'
import { opportunity } from '@/lib/resources/opportunity'
import { salesCompany } from '@/lib/resources/sales-company'
import { runWonPlan } from '@/lib/sales/won-plan'
import type { Database } from '@/lib/supabase/database.types'
import { acceptProblem } from '@/lib/tenants/checks-client'
import { DEMO_PASSWORD } from '@/local/keys'
import { answerForApp } from '../support/app-answers'
import type { Client } from '../support/clients'
import { query, storedRow } from '../support/database'
import { insertIssuedInvoice, newInvoice, newSubscription } from '../support/factories/billing'
import { insertTenant, newCompany } from '../support/factories/companies'
import { insertRecordingFile, newRecording } from '../support/factories/recordings'
import { insertRow, unique, uniqueNumber } from '../support/factories/row'
import { newOpportunity, newService } from '../support/factories/sales'

let client: Client
let lost = 0
/** While it is set, writes reach the database but their responses are lost. */
let losing = false

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { url, anonKey } = inject('supabase')
  client = createClient<Database>(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      async fetch(input, init) {
        const answer = await fetch(input, init)
        if (!losing || init?.method === 'GET') return answer
        await answer.text()
        lost += 1
        throw new TypeError('fetch failed')
      },
    },
  })
  const { error } = await client.auth.signInWithPassword({
    email: 'admin@demo.test',
    password: DEMO_PASSWORD,
  })
  if (error) throw error
})

/** Does something whose response is lost, then repeats it. */
async function twice(work: () => Promise<unknown>) {
  const before = lost
  losing = true
  await expect(work()).rejects.toThrow('cannot be reached')
  losing = false
  expect(lost).toBeGreaterThan(before)
  await work()
}

const create = (resource: unknown, id: string, values: RecordValues) => {
  const declared = resource as Resource
  const given = { ...declared.blank, ...values }
  return saveRecord(client, declared, { id, tenantId: null, expectedVersion: null, values: given })
}

describe('a request repeated after a lost response is stored once', () => {
  test.each([
    ['a company', salesCompany],
    ['a customer', customer],
  ])('%s with its contact', async (_what, resource) => {
    const [id, contact, name] = [randomUUID(), randomUUID(), `Lost ${unique()}`]
    const contacts = [{ id: contact, name: 'Front desk', role: '', email: null, phone: null }]
    await twice(() => create(resource, id, { name, contacts }))
    expect(await query('select id from public.companies where name = $1', [name])).toEqual([{ id }])
    expect(await query('select id from public.contacts where company_id = $1', [id])).toEqual([
      { id: contact },
    ])
  })

  test('an opportunity with its line items', async () => {
    const company = await insertRow('companies', await newCompany())
    const service = await insertRow('services', await newService())
    const [id, line] = [randomUUID(), randomUUID()]
    const item = {
      id: line,
      position: 1,
      service_id: service.id,
      description: 'For the front office',
      quantity: 2,
      one_off_price: '5.00',
      monthly_price: '22.00',
    }
    const name = `Lost ${unique()}`
    await twice(() => create(opportunity, id, { name, company_id: company.id, opportunity_items: [item] }))
    expect(await query('select id from public.opportunities where name = $1', [name])).toEqual([{ id }])
    expect(
      await query('select id, description from public.opportunity_items where opportunity_id = $1', [id]),
    ).toEqual([{ id: line, description: 'For the front office' }])
  })

  test('a change, without reporting a conflict', async () => {
    const contact = { id: randomUUID(), name: 'Front desk', role: '', email: null, phone: null }
    const { id } = await insertRow('companies', await newCompany())
    const save = (expectedVersion: number, values: RecordValues) =>
      saveRecord(client, customer as unknown as Resource, { id, tenantId: null, expectedVersion, values })
    const values = { phone: '+12075550144', tax_id: '12-3456789', contacts: [contact] }
    await twice(() => save(1, values))
    expect(await storedRow('companies', id)).toMatchObject({ phone: '+12075550144', version: 2 })
    for (const other of [
      { ...values, phone: '+12075550145' },
      { ...values, tax_id: '98-7654321' },
      { ...values, contacts: [] },
      { ...values, contacts: [{ ...contact, name: 'Back office' }] },
      { ...values, contacts: [contact, { ...contact, id: randomUUID() }] },
    ]) {
      await expect(save(1, other)).rejects.toMatchObject({ reason: 'conflict' })
    }
    // Later changes are not overwritten.
    await save(2, { ...values, phone: '+12075550146' })
    await expect(save(1, values)).rejects.toMatchObject({ reason: 'conflict' })
  })

  test('a note, with its latest text', async () => {
    const { id } = await insertRow('opportunities', await newOpportunity())
    const subject = { kind: 'opportunity' as const, id }
    const note = { id: randomUUID(), body: 'Signs on Monday.' }
    await twice(() => addNote(client, subject, note))
    await addNote(client, subject, { ...note, body: 'Signs on Tuesday.' })
    expect(await query('select id, body from public.notes where opportunity_id = $1', [id])).toEqual([
      { id: note.id, body: 'Signs on Tuesday.' },
    ])
    await query("update public.notes set body = 'Signs in May.' where id = $1", [note.id])
    await expect(addNote(client, subject, note)).rejects.toMatchObject({
      reason: 'refused',
      message: 'An earlier attempt has stored this, and it has been changed since.',
    })
    expect(await storedRow('notes', note.id)).toMatchObject({ body: 'Signs in May.' })
  })

  test('a new subscription, with its latest terms', async () => {
    const { tenant } = await insertTenant(`Subscribing ${unique()}`)
    const { id: service_id } = await insertRow('services', await newService())
    const [id, starts_on] = [randomUUID(), '2026-03-01']
    const amounts = { unit_price: '22.50', setup_fee: '0.00' }
    const terms = { service_id, description: '', quantity: 2, starts_on, ends_on: null, prorate: true }
    const save = (quantity: number) =>
      saveSubscription(client, tenant.id, id, null, { ...terms, ...amounts, cycle: 'monthly', quantity })
    await twice(() => save(2))
    await save(3)
    expect(
      await query('select id, quantity, unit_price::text from public.subscriptions where tenant_id = $1', [
        tenant.id,
      ]),
    ).toEqual([{ id, quantity: 3, unit_price: '22.50' }])
  })

  test('an accepted problem, with its latest note', async () => {
    const { tenant } = await insertTenant(`Accepting ${unique()}`)
    const problem = { key: 'unrouted', text: 'It has no route.' }
    const id = randomUUID()
    await twice(() => acceptProblem(client, tenant.id, id, problem, 'The fax line comes next week.'))
    await acceptProblem(client, tenant.id, id, problem, 'The fax line comes in May.')
    expect(
      await query('select id, note from public.accepted_problems where tenant_id = $1', [tenant.id]),
    ).toEqual([{ id, note: 'The fax line comes in May.' }])
  })

  test('a payment, with its latest amount', async () => {
    const { id: invoice_id, tenant_id } = await insertIssuedInvoice()
    const payment = { id: randomUUID(), tenant_id, invoice_id, method: 'check', amount: 60 }
    await twice(() => recordPayment(client, payment))
    await recordPayment(client, { ...payment, amount: 70 })
    expect(
      await query('select id, amount::float from public.payments where tenant_id = $1', [tenant_id]),
    ).toEqual([{ id: payment.id, amount: 70 }])
    expect(await storedRow('invoices', invoice_id)).toMatchObject({ paid: 70 })
  })

  test('an adjustment of an invoice, with its latest amount', async () => {
    const invoice = (await insertRow('invoices', await newInvoice())) as unknown as Invoice
    const adjustment = { id: randomUUID(), description: 'Goodwill', amount: -12.5 }
    await twice(() => addAdjustment(client, invoice, adjustment))
    await addAdjustment(client, invoice, { ...adjustment, amount: -20 })
    expect(
      await query('select id, amount::float from public.invoice_lines where invoice_id = $1', [invoice.id]),
    ).toEqual([{ id: adjustment.id, amount: -20 }])
    expect(await storedRow('invoices', invoice.id)).toMatchObject({ total: -20 })
  })

  test('an invoice that is issued, then voided', async () => {
    const draft = (await insertRow('invoices', await newInvoice())) as unknown as Invoice
    await addAdjustment(client, draft, { id: randomUUID(), description: 'Setup', amount: 20 })
    const invoice = (await storedRow('invoices', draft.id)) as unknown as Invoice
    await twice(() => issueInvoice(client, invoice))
    const issued = await storedRow('invoices', invoice.id)
    expect(issued).toMatchObject({ status: 'issued', total: 20 })
    await twice(() => voidInvoice(client, invoice, 'Sent by mistake'))
    expect(await storedRow('invoices', invoice.id)).toMatchObject({
      ...{ status: 'void', number: issued?.number, void_reason: 'Sent by mistake' },
    })
    await expect(voidInvoice(client, invoice, 'Another reason')).rejects.toThrow('is void')
  })

  test('a change of a subscription', async () => {
    const old = await insertRow('subscriptions', await newSubscription())
    const change = { from_day: '2026-02-01', quantity: 3, unit_price: 20 }
    await twice(() => changeSubscription(client, old, change))
    await expect(changeSubscription(client, old, { ...change, quantity: 4 })).rejects.toThrow(
      'Someone else has saved',
    )
    expect(
      await query(
        'select quantity, ends_on::text from public.subscriptions where tenant_id = $1 order by 1',
        [old.tenant_id],
      ),
    ).toEqual([
      { quantity: 1, ends_on: '2026-01-31' },
      { quantity: 3, ends_on: null },
    ])
  })

  test.each(['extension', 'recording'] as const)('seats for each %s', async (product) => {
    const { tenant } = await insertTenant(`Seats ${unique()}`)
    const seen = (await loadSeats(client, tenant.id)).find((seats) => seats.product === product) as Seats
    const set = (purchased: number) => setSeats(client, tenant.id, seen, { purchased, cap: 'hard' })
    await twice(() => set(40))
    await expect(set(50)).rejects.toMatchObject({ reason: 'conflict' })
    expect((await loadSeats(client, tenant.id)).find((seats) => seats.product === product)).toMatchObject({
      purchased: 40,
    })
  })

  test('a rate plan', async () => {
    const plan = { id: randomUUID(), name: `Lost ${unique()}`, currency: 'USD' }
    await twice(() => createRatePlan(client, plan))
    expect(await query('select id from public.rate_plans where name = $1', [plan.name])).toEqual([
      { id: plan.id },
    ])
  })

  test('a bulk change, without reporting a conflict', async () => {
    const rows = await Promise.all([1, 2].map(async () => insertRow('companies', await newCompany())))
    const seen = rows.map(({ id }) => ({ id, version: 1 }))
    const change = (website: string) =>
      changeRecords(client, customer as unknown as Resource, null, seen, { website })
    await twice(async () => expect(await change('moved.example')).toEqual(new Map()))
    for (const { id } of rows)
      expect(await storedRow('companies', id)).toMatchObject({ website: 'moved.example', version: 2 })
    expect([...(await change('elsewhere.example')).values()]).toEqual(
      rows.map(() => 'Someone else has saved this record since you opened it.'),
    )
  })

  test('numbers, and a port order for them, with the latest values', async () => {
    const { id } = await insertRow('opportunities', await newOpportunity())
    const numbers = [uniqueNumber(), uniqueNumber()]
    await twice(() => addToOpportunity(client, id, numbers))
    expect(
      await query('select number from public.opportunity_numbers where opportunity_id = $1', [id]),
    ).toHaveLength(2)
    const draft = {
      id: randomUUID(),
      name: 'All numbers',
      tenantId: null,
      opportunityId: id,
      losingCarrier: '',
      numbers,
    }
    const other = { ...draft, name: 'One number', numbers: numbers.slice(1) }
    let attempt = draft
    await twice(() => {
      const sent = draftPortOrder(client, attempt)
      attempt = other
      return sent
    })
    expect(await query('select id, name from public.port_orders where opportunity_id = $1', [id])).toEqual([
      { id: draft.id, name: 'One number' },
    ])
    expect(
      await query('select number from public.port_order_numbers where port_order_id = $1', [draft.id]),
    ).toEqual([{ number: numbers[1] }])
  })

  test('a port order, unless somebody else has filled it in since', async () => {
    const order = { name: 'Acme', tenantId: null, opportunityId: null, losingCarrier: '', numbers: [] }
    const draft = { id: randomUUID(), ...order, numbers: [uniqueNumber()] }
    losing = true
    await expect(draftPortOrder(client, draft)).rejects.toThrow('cannot be reached')
    losing = false
    await query("update public.port_orders set losing_carrier = 'Acme Telecom' where id = $1", [draft.id])
    await expect(draftPortOrder(client, draft)).rejects.toMatchObject({ reason: 'conflict' })
    expect(await storedRow('port_orders', draft.id)).toMatchObject({ losing_carrier: 'Acme Telecom' })
  })

  test('a spoken recording, with its latest text, and another name if its own is taken', async () => {
    const { tenant } = await insertTenant(`Speaking ${unique()}`)
    answerForApp(async () => ({
      fileId: await insertRecordingFile(tenant.id),
      format: 'wav',
      durationMs: 2500,
    }))
    const attempt = { id: randomUUID() }
    const speak = (text: string) => addSpoken(client, tenant.id, attempt, 'Welcome', text)
    await twice(() => speak('We are closed.'))
    expect(await speak('We are open.')).toEqual({ id: attempt.id, name: 'Welcome' })
    expect(
      await query('select id, name, file, spoken_text from public.recordings where tenant_id = $1', [
        tenant.id,
      ]),
    ).toEqual([{ id: attempt.id, name: 'Welcome', file: 'welcome.wav', spoken_text: 'We are open.' }])
    await insertRow('recordings', await newRecording({ tenant_id: tenant.id, name: 'Holidays' }))
    expect(await addSpoken(client, tenant.id, { id: randomUUID() }, 'Holidays', 'Back soon.')).toMatchObject({
      name: 'Holidays 2',
    })
  })

  test('the setup of a won opportunity', async () => {
    const { id } = await insertRow('opportunities', await newOpportunity())
    const code = `lost-${unique()}`
    const tenant = {
      id: randomUUID(),
      code,
      domain: `${code}.pbx.example`,
      time_zone: 'America/Denver',
      seats: 3,
    }
    await twice(() =>
      runWonPlan(client, id, {
        runs: 0,
        version: 1,
        tenant,
        extensions: { first: 1001, count: 3 },
        licenses: null,
        stock: [],
        subscriptions: null,
        port_order: false,
      }),
    )
    expect(await storedRow('tenants', tenant.id)).toMatchObject({ domain: tenant.domain })
    expect(
      await query('select extension from public.extensions where tenant_id = $1 order by 1', [tenant.id]),
    ).toEqual([{ extension: '1001' }, { extension: '1002' }, { extension: '1003' }])
  })
})
