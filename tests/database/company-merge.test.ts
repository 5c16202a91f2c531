import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { insertTenant, newCompany, newContact } from '../support/factories/companies'
import { type Given, insertRow, unique, uniqueNumber } from '../support/factories/row'
import { newNote, newOpportunity, newStockItem } from '../support/factories/sales'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const stored = async ({
  notes = '',
  terms_days = 30,
  ...given
}: Given<'companies'> & { notes?: string; terms_days?: number } = {}) => {
  const company = await insertRow('companies', await newCompany(given))
  await query('update public.company_accounts set notes = $2, terms_days = $3 where id = $1', [
    company.id,
    notes,
    terms_days,
  ])
  return asStored(company)
}

/** The company with its version, which rises with its notes and contacts. */
const asStored = async <T extends { id: string }>({ id }: T) =>
  (await storedRow('companies', id)) as unknown as T

/** A company with a contact, an opportunity of that contact, a note, a draft of a port order and a phone in stock. */
async function withEverything(given = {}) {
  const company = await stored(given)
  const contact = await insertRow('contacts', await newContact({ company_id: company.id }))
  const opportunity = await insertRow(
    'opportunities',
    await newOpportunity({ company_id: company.id, contact_id: contact.id }),
  )
  const note = await insertRow('notes', await newNote({ opportunity_id: opportunity.id }))
  const [order] = await query<{ id: string }>(
    'insert into public.port_orders (name, opportunity_id) values ($1, $2) returning id',
    [`Merged ${unique()}`, opportunity.id],
  )
  const item = await insertRow(
    'inventory',
    await newStockItem({ company_id: company.id, status: 'reserved' }),
  )
  return { company: await asStored(company), contact, opportunity, note, order: order!, item }
}

type Versioned = { id: string; version: number }
const merge = (role: Role, survivor: Versioned, duplicate: Versioned) =>
  callers[role].client.rpc('merge_companies', {
    survivor: survivor.id,
    duplicate: duplicate.id,
    survivor_version: survivor.version,
    duplicate_version: duplicate.version,
  })
const preview = async (role: Role, survivor: Versioned, duplicate: Versioned) =>
  (
    await callers[role].client
      .rpc('preview_company_merge', { survivor: survivor.id, duplicate: duplicate.id })
      .throwOnError()
  ).data

describe('merging two companies', () => {
  test('moves everything to the one that stays, as previewed, and deletes the other', async () => {
    const kept = await stored({ website: 'https://kept.example', notes: 'Met in May.' })
    const phone = uniqueNumber()
    const { company, contact, opportunity, note, order, item } = await withEverything({
      status: 'active',
      phone,
      website: 'https://other.example',
      notes: 'Prefers mail.',
      terms_days: 0,
    })
    expect(await preview('admin', kept, company)).toMatchObject({
      survivor: { id: kept.id, version: kept.version },
      duplicate: { id: company.id, version: company.version },
      obstacle: null,
      contacts: 1,
      opportunities: 1,
      notes: 1,
      port_orders: 1,
      stock: 1,
      fills: ['phone'],
      lost_terms: 0,
    })
    expect((await merge('admin', kept, company)).error).toBeNull()

    expect(await storedRow('companies', company.id)).toBeUndefined()
    expect(await storedRow('contacts', contact.id)).toMatchObject({ company_id: kept.id })
    expect(await storedRow('opportunities', opportunity.id)).toMatchObject({
      company_id: kept.id,
      contact_id: contact.id,
    })
    expect(await storedRow('notes', note.id)).toMatchObject({ opportunity_id: opportunity.id })
    expect(await storedRow('port_orders', order.id)).toMatchObject({ opportunity_id: opportunity.id })
    expect(await storedRow('inventory', item.id)).toMatchObject({ company_id: kept.id, status: 'reserved' })
    const merged = await storedRow('companies', kept.id)
    expect(merged).toMatchObject({
      status: 'active',
      phone,
      website: 'https://kept.example',
      name: kept.name,
    })
    expect(String((await storedRow('company_accounts', kept.id))?.notes)).toMatch(
      new RegExp(
        `^Met in May\\.\\n\\nPrefers mail\\.\\n\\n${company.name} was merged into this company on .*\\. Its terms were due on receipt\\.$`,
      ),
    )
  })

  test('logs what was moved, copied and deleted', async () => {
    const [kept, { company, contact, opportunity }] = [await stored(), await withEverything()]
    await merge('admin', kept, company).throwOnError()
    const trail = await query(
      `select table_name, action, actor is not null as signed from public.audit_log
       where record_id = any ($1) and action <> 'insert' order by table_name, action`,
      [[kept.id, company.id, contact.id, opportunity.id]],
    )
    expect(trail).toEqual([
      { table_name: 'companies', action: 'delete', signed: true },
      { table_name: 'company_accounts', action: 'delete', signed: true },
      { table_name: 'company_accounts', action: 'update', signed: true },
      { table_name: 'contacts', action: 'update', signed: true },
      { table_name: 'opportunities', action: 'update', signed: true },
    ])
  })

  test('can be undone: the other company is back with all that was its own', async () => {
    const kept = await stored({ website: 'https://kept.example', notes: 'Met in May.' })
    const { company, contact, opportunity, item } = await withEverything({
      status: 'active',
      phone: uniqueNumber(),
      tenant_code: `twin-${unique()}`,
    })
    await merge('admin', kept, company).throwOnError()
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'delete'",
      [company.id],
    )
    const { data } = await callers.superadmin.client
      .rpc('undo_change', { entry: String(entry?.id) })
      .throwOnError()
    expect(data).toMatchObject({ kept: 0, reasons: [] })
    const { name, phone, tenant_code, status } = company
    expect(await storedRow('companies', company.id)).toMatchObject({ name, phone, tenant_code, status })
    expect(await storedRow('contacts', contact.id)).toMatchObject({ company_id: company.id })
    expect(await storedRow('opportunities', opportunity.id)).toMatchObject({
      company_id: company.id,
      contact_id: contact.id,
    })
    expect(await storedRow('inventory', item.id)).toMatchObject({
      company_id: company.id,
      status: 'reserved',
    })
    expect(await storedRow('companies', kept.id)).toMatchObject({
      phone: null,
      tenant_code: null,
      status: kept.status,
    })
    expect(await storedRow('company_accounts', kept.id)).toMatchObject({ notes: 'Met in May.' })
  })

  test('is undone without moving an opportunity that got one of the contacts since', async () => {
    const kept = await stored()
    const { company, contact, opportunity } = await withEverything()
    await merge('admin', kept, company).throwOnError()
    const own = await insertRow(
      'opportunities',
      await newOpportunity({ company_id: kept.id, contact_id: contact.id }),
    )
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'delete'",
      [company.id],
    )
    const { data } = await callers.superadmin.client
      .rpc('undo_change', { entry: String(entry?.id) })
      .throwOnError()
    const { reasons } = data as { reasons: { record_id: string }[] }
    expect(reasons.map(({ record_id }) => record_id).toSorted()).toEqual(
      [contact.id, opportunity.id].toSorted(),
    )
    expect(await storedRow('companies', company.id)).toMatchObject({ name: company.name })
    expect(await storedRow('contacts', contact.id)).toMatchObject({ company_id: kept.id })
    expect(await storedRow('opportunities', own.id)).toEqual(own)
    expect(await storedRow('opportunities', opportunity.id)).toMatchObject({
      company_id: kept.id,
      contact_id: contact.id,
    })
  })

  test('is refused when both have a tenant, or when the one with the tenant would be deleted', async () => {
    const [{ company: one }, { company: other }] = [
      await insertTenant(`Twin ${unique()}`),
      await insertTenant(`Twin ${unique()}`),
    ]
    const plain = await stored()
    const both = `${one.name} and ${other.name} both have a tenant, so they cannot be merged.`
    expect(await preview('admin', one, other)).toMatchObject({ obstacle: both })
    expect((await merge('admin', one, other)).error).toMatchObject({ code: '23514', message: both })
    expect((await merge('admin', plain, one)).error).toMatchObject({
      code: '23514',
      message: `${one.name} has a tenant. Keep that company instead.`,
    })
    expect((await merge('admin', one, one)).error?.code).toBe('23514')
    expect(await storedRow('companies', other.id)).toMatchObject({ domain_uuid: other.domain_uuid })
    expect((await merge('admin', one, plain)).error).toBeNull()
    expect(await storedRow('companies', one.id)).toMatchObject({
      domain_uuid: one.domain_uuid,
      type: 'tenant',
    })
  })

  test('runs once, and not over a newer version, even if two users merge at the same time', async () => {
    const [kept, { company, contact }] = [await stored(), await withEverything()]
    const stale = { id: company.id, version: company.version + 1 }
    expect((await merge('admin', kept, stale)).error?.code).toBe('TR409')
    expect((await merge('admin', kept, { id: randomUUID(), version: 1 })).error?.code).toBe('TR410')
    expect(await storedRow('contacts', contact.id)).toMatchObject({ company_id: company.id })
    const answers = await Promise.all([merge('admin', kept, company), merge('superadmin', company, kept)])
    expect(answers.map(({ error }) => error?.code ?? 'done').sort()).toEqual(['TR410', 'done'])
    const left = await query('select id from public.companies where id = any ($1)', [[kept.id, company.id]])
    expect(left).toHaveLength(1)
    expect(await storedRow('contacts', contact.id)).toMatchObject({ company_id: left[0]!.id })
  })

  test('changes nothing when a step fails', async () => {
    const kept = await stored({ notes: 'x'.repeat(2000) })
    const { company, contact, opportunity, item } = await withEverything({ notes: 'y'.repeat(1800) })
    expect((await merge('admin', kept, company)).error).toMatchObject({
      code: '23514',
      message: 'Their combined notes are too long. Shorten them first.',
    })
    for (const role of ['tech', 'anon', 'disabled', 'nomember'] as const) {
      expect((await merge(role, kept, company)).error, role).not.toBeNull()
    }
    expect(await storedRow('contacts', contact.id)).toMatchObject({ company_id: company.id })
    expect(await storedRow('opportunities', opportunity.id)).toMatchObject({ company_id: company.id })
    expect(await storedRow('inventory', item.id)).toMatchObject({ company_id: company.id })
    expect(await preview('tech', kept, company)).toBeNull()
  })

  test('moves every record that can belong to a company', async () => {
    const holders = await query(
      `select distinct f.conrelid::regclass::text as holder from pg_constraint f
       where f.contype = 'f' and f.confrelid = 'public.companies'::regclass order by 1`,
    )
    expect(holders.map(({ holder }) => String(holder).replace('public.', ''))).toEqual([
      'company_accounts',
      'contacts',
      'inventory',
      'notes',
      'opportunities',
      'tasks',
    ])
  })

  test('keeps the customer of a won opportunity', async () => {
    const [kept, { company, opportunity }] = [await stored(), await withEverything()]
    await callers.admin.client
      .rpc('run_won_plan', { opportunity: opportunity.id, plan: { tenant: null } })
      .throwOnError()
    const seen = (await storedRow('companies', company.id)) as Versioned
    expect((await merge('admin', kept, seen)).error).toBeNull()
    const { data } = await callers.admin.client
      .rpc('won_plan', { opportunity: opportunity.id })
      .throwOnError()
    expect(data).toMatchObject({ made: { company_id: kept.id } })
    expect(await storedRow('companies', kept.id)).toMatchObject({ status: 'active' })
  })
})
