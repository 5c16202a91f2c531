import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { RecordValues } from '@/lib/records/field'
import { importRecords } from '@/lib/records/import-records'
import { saveRecord } from '@/lib/records/record-client'
import { extension } from '@/lib/resources/extension'
import { ringGroup } from '@/lib/resources/ring-group'
import { describeChange, whyNotUndone } from '@/lib/trail/change'
import { countOfRecords, type TrailRow, undoChange } from '@/lib/trail/pages'
import { countOf } from '@/lib/words'
import { callerOf, type Client, newMember, serviceClient } from '../support/clients'
import { become, becomeOwner, failure, query, rolledBack, storedRow, withDatabase } from '../support/database'
import { ADMIN, SUPERADMIN, TECH } from '../support/demo-users'
import { newInvoice, newInvoiceLine, newSubscription } from '../support/factories/billing'
import { insertRoutedRingGroup, newRingGroup } from '../support/factories/call-groups'
import { newCall } from '../support/factories/cdr'
import { newCompany, newTenant } from '../support/factories/companies'
import { newFax, newFaxBox } from '../support/factories/faxes'
import { newDidCondition } from '../support/factories/numbers'
import { newPortalUser, newTenantSettings } from '../support/factories/people'
import { newRecording } from '../support/factories/recordings'
import { insertRow, newId } from '../support/factories/row'
import { newOpportunity, newQuote } from '../support/factories/sales'
import { newExtension, newFreeNumber } from '../support/factories/telephony'
import { newVoicemailMessage } from '../support/factories/voicemail'
import { memberWith } from '../support/members'
import { secretOf } from '../support/vault'

const ownTenant = async () => (await insertRow('tenants', await newTenant())).id

/** As a tech, in a transaction that is rolled back; statements through `query` before it are separate transactions. */
function asTech<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return rolledBack(async (client) => {
    await become(client, TECH)
    return work(client)
  })
}

const entryOf = async (record: string, action: string) => {
  const [entry] = await query<{ id: string }>(
    'select id from public.audit_log where record_id = $1 and action = $2 order by seq desc limit 1',
    [record, action],
  )
  return entry?.id
}
/** Imports them as the dialog does. */
const importExtensions = (client: Client, tenant: string, rows: readonly RecordValues[], run?: string) =>
  importRecords(
    client,
    extension,
    tenant,
    rows.map((values, index) => ({ row: index + 2, values })),
    false,
    { run },
  )
const undo = async (client: pg.Client, entry: string | undefined, tenant: string | null = null) =>
  (await client.query('select public.undo_change($1, $2) as told', [entry, tenant])).rows[0].told

test('a change to two tenants is listed for each, and undoing it there affects only that tenant', async () => {
  const [own, other] = [
    await insertRow('extensions', await newExtension({ tenant_id: await ownTenant() })),
    await insertRow('extensions', await newExtension({ tenant_id: await ownTenant() })),
  ]
  await query("update public.extensions set description = 'Both' where id = any ($1)", [[own.id, other.id]])
  const entry = await entryOf(own.id, 'update')
  const foreign = await entryOf(other.id, 'update')
  await query("update public.extensions set location = 'Floor 2' where id = $1", [other.id])
  await asTech(async (client) => {
    for (const { id, tenant_id } of [own, other]) {
      const { rows } = await client.query(
        `select page from public.trail_page('2000-01-01', '2100-01-01', $1, did => 'update', descending => $2, page_size => 1) page`,
        [tenant_id, id === own.id],
      )
      expect(rows).toMatchObject([
        { page: { record_id: id, kinds: [{ table_name: 'extensions', action: 'update', count: 1 }] } },
      ])
    }
    expect(await failure(client, 'select public.undo_change($1, $2)', [foreign, own.tenant_id])).toBe('TR404')
    await undo(client, entry, own.tenant_id)
    expect(await storedRow('extensions', own.id, client)).toMatchObject({ description: '' })
    expect(await storedRow('extensions', other.id, client)).toMatchObject({ description: 'Both' })
  })
  const conditions = [
    await insertRow('did_conditions', await newDidCondition({ tenant_id: own.tenant_id })),
    await insertRow('did_conditions', await newDidCondition({ tenant_id: other.tenant_id })),
  ] as const
  await query(
    `with numbers as (update public.dids set description = 'Both' where id = any ($2))
     update public.did_conditions set enabled = false where id = any ($1)`,
    [conditions.map(({ id }) => id), conditions.map(({ did_id }) => did_id)],
  )
  const numbers = await entryOf(conditions[0].did_id, 'update')
  await asTech(async (client) => {
    await undo(client, numbers, own.tenant_id)
    const enabled = conditions.map(async ({ id }) => (await storedRow('did_conditions', id, client))?.enabled)
    expect(await Promise.all(enabled)).toEqual([true, false])
  })
})

describe('undoing a deletion', () => {
  test('restores the record’s child rows and the references to it', async () => {
    const { group, member, did, tenant_id, extension } = await insertRoutedRingGroup()
    await query("select public.repoint('ring_groups', $1, to_destination => $2, delete_after => true)", [
      group.id,
      extension.id,
    ])
    expect(await storedRow('ring_group_members', member.id)).toBeUndefined()
    const entry = await entryOf(group.id, 'delete')
    await asTech(async (client) => {
      expect(await undo(client, entry, tenant_id)).toMatchObject({ kept: 0 })
      expect(await storedRow('ring_groups', group.id, client)).toMatchObject({ name: group.name })
      expect(await storedRow('ring_group_members', member.id, client)).toMatchObject({
        extension_id: extension.id,
      })
      expect(await storedRow('dids', did.id, client)).toMatchObject({ destination_id: group.id })
    })
  })

  test('restores the outside number that it led to, which was deleted since because nothing did', async () => {
    const tenant_id = await ownTenant()
    const [number] = await query<{ id: string }>(
      "select private.put_destination($1, 'external', '+12075550144') as id",
      [tenant_id],
    )
    const group = await insertRow(
      'ring_groups',
      await newRingGroup({ tenant_id, timeout_destination_id: number?.id ?? null }),
    )
    await query('delete from public.ring_groups where id = $1', [group.id])
    await query('delete from public.destinations where id = $1', [number?.id])
    const entry = await entryOf(group.id, 'delete')
    await asTech(async (client) => {
      expect(await undo(client, entry, tenant_id)).toMatchObject({ kept: 0 })
      expect(await storedRow('ring_groups', group.id, client)).toMatchObject({
        timeout_destination_id: number?.id,
      })
      expect(await storedRow('destinations', number?.id ?? '', client)).toMatchObject({
        number: '+12075550144',
      })
    })
  })

  test('of a tenant restores its records, whichever of them need others', async () => {
    const tenant_id = await ownTenant()
    const recording = await insertRow('recordings', await newRecording({ tenant_id }))
    const greeting = { tenant_id, greeting_recording_id: recording.id }
    const extension = await insertRow('extensions', await newExtension(greeting))
    const group = await insertRow(
      'ring_groups',
      await newRingGroup({ ...greeting, timeout_destination_id: extension.id }),
    )
    await query('delete from public.tenants where id = $1', [tenant_id])
    const entry = await entryOf(tenant_id, 'delete')
    await rolledBack(async (client) => {
      await become(client, SUPERADMIN)
      expect(await undo(client, entry)).toMatchObject({ kept: 0, reasons: [] })
      expect(await storedRow('extensions', extension.id, client)).toMatchObject({
        greeting_recording_id: recording.id,
      })
      expect(await storedRow('ring_groups', group.id, client)).toMatchObject({
        timeout_destination_id: extension.id,
        greeting_recording_id: recording.id,
      })
    })
  })

  test('of a large tenant restores it in parts that take seconds, also what needs a record of a later part', async () => {
    const tenant = await ownTenant()
    await query(
      `insert into public.ring_groups (tenant_id, name, number)
       select $1, 'Team ' || n, (6000 + n)::text from generate_series(1, 300) n`,
      [tenant],
    )
    await query(
      `update public.ring_groups g set timeout_destination_id = o.id from public.ring_groups o
       where g.tenant_id = $1 and o.tenant_id = $1 and o.number::int = g.number::int + 150`,
      [tenant],
    )
    // A cascade deletes in the order of storage: those that were changed last, which are needed, come last.
    await query(
      "update public.ring_groups set ringback = 'uk_ring' where tenant_id = $1 and number > '6150'",
      [tenant],
    )
    const routes = () =>
      query(
        `select g.number, o.number as next from public.ring_groups g
         join public.ring_groups o on o.id = g.timeout_destination_id where g.tenant_id = $1 order by g.number`,
        [tenant],
      )
    const before = await routes()
    expect(before).toHaveLength(150)
    await query('delete from public.tenants where id = $1', [tenant])
    const { client } = await callerOf('superadmin')
    const told: number[] = []
    const undone = await undoChange(client, null, (await entryOf(tenant, 'delete')) ?? '', (count) =>
      told.push(count),
    )
    expect(undone).toMatchObject({ kept: 0, reasons: [] })
    expect(await routes()).toEqual(before)
    expect(told.length).toBeGreaterThan(2)
    expect(told.every((count, at) => count - (told[at - 1] ?? 0) <= 250)).toBe(true)
  })

  test('of a tenant restores records that lead to each other', async () => {
    const tenant_id = await ownTenant()
    const first = await insertRow('ring_groups', await newRingGroup({ tenant_id, number: '6001' }))
    const second = await insertRow(
      'ring_groups',
      await newRingGroup({
        tenant_id,
        name: 'Back office',
        number: '6002',
        timeout_destination_id: first.id,
      }),
    )
    await query('update public.ring_groups set timeout_destination_id = $1 where id = $2', [
      second.id,
      first.id,
    ])
    await query('delete from public.tenants where id = $1', [tenant_id])
    const entry = await entryOf(tenant_id, 'delete')
    await rolledBack(async (client) => {
      await become(client, SUPERADMIN)
      expect(await undo(client, entry)).toMatchObject({ kept: 0, reasons: [] })
      expect(await storedRow('ring_groups', first.id, client)).toMatchObject({
        timeout_destination_id: second.id,
      })
      expect(await storedRow('ring_groups', second.id, client)).toMatchObject({
        timeout_destination_id: first.id,
      })
    })
  })

  test('of a tenant is listed under its name, with its records', async () => {
    const tenant = await insertRow('tenants', await newTenant())
    await insertRow('extensions', await newExtension({ tenant_id: tenant.id }))
    await query('delete from public.tenants where id = $1', [tenant.id])
    await rolledBack(async (client) => {
      await become(client, SUPERADMIN)
      const { rows } = await client.query<{ page: TrailRow }>(
        "select page from public.trail_page('2000-01-01', '2100-01-01', $1, page_size => 1) page",
        [tenant.id],
      )
      const page = rows[0]?.page as TrailRow
      expect(describeChange(page)).toMatchObject({
        did: 'removed the tenant',
        record: `${tenant.domain} and ${countOf(countOfRecords(page) - 1, 'more record')}`,
      })
    })
  })

  test.each(['undo_change', 'revert_entry'])(
    'of a draft restores its adjustments and the lines that are due (%s)',
    async (how) => {
      const tenant_id = await ownTenant()
      const subscription = await insertRow('subscriptions', await newSubscription({ tenant_id, quantity: 3 }))
      await query("select public.run_billing_cycle($1, '2026-01-01')", [tenant_id])
      const [draft] = await query<{ id: string }>('select id from public.invoices where tenant_id = $1', [
        tenant_id,
      ])
      await insertRow(
        'invoice_lines',
        await newInvoiceLine({ tenant_id, invoice_id: draft?.id, description: 'Goodwill', amount: -5 }),
      )
      await query('delete from public.invoices where id = $1', [draft?.id])
      const entry = await entryOf(String(draft?.id), 'delete')
      await rolledBack(async (client) => {
        await become(client, ADMIN)
        const { rows } = await client.query(`select public.${how}($1) as told`, [entry])
        if (rows[0].told) expect(rows[0].told).toMatchObject({ kept: 0, reasons: [] })
        const lines = await client.query(
          'select kind, subscription_id, amount from public.invoice_lines where invoice_id = $1 order by position',
          [draft?.id],
        )
        expect(lines.rows).toEqual([
          { kind: 'recurring', subscription_id: subscription.id, amount: '66.00' },
          { kind: 'adjustment', subscription_id: null, amount: '-5.00' },
        ])
        expect(await storedRow('invoices', String(draft?.id), client)).toMatchObject({ total: 61 })
      })
    },
  )

  test('gives a draft that came back its lines only for someone who may draft invoices', async () => {
    const tenant_id = await ownTenant()
    await insertRow('subscriptions', await newSubscription({ tenant_id, quantity: 3 }))
    const draft = await insertRow('invoices', await newInvoice({ tenant_id, period_start: '2026-01-01' }))
    await query('delete from public.invoices where id = $1', [draft.id])
    const entry = await entryOf(draft.id, 'delete')
    await insertRow('invoices', draft)
    const others = await memberWith('billing.view', 'billing.edit', 'inventory.create')
    const drafter = await memberWith('billing.view', 'billing.create')
    await rolledBack(async (client) => {
      const linesAfter = async (userId: string) => {
        // Who undoes a change sees its entry.
        const { rows } = await client.query('select a from public.audit_log a where id = $1', [entry])
        await become(client, userId)
        await client.query('select private.redraft_invoices($1::public.audit_log)', [rows[0].a])
        await becomeOwner(client)
        const lines = 'select amount from public.invoice_lines where invoice_id = $1'
        return (await client.query(lines, [draft.id])).rows
      }
      expect(await linesAfter(others.userId)).toEqual([])
      expect(await linesAfter(drafter.userId)).toEqual([{ amount: '66.00' }])
    })
  })

  test('of a suspended tenant restores its settings, feature codes, outside destinations, users and passwords', async () => {
    const tenant_id = await ownTenant()
    const extension = await insertRow('extensions', await newExtension({ tenant_id }))
    const [{ outside } = { outside: '' }] = await query<{ outside: string }>(
      "select private.derived_id('external ' || $1 || ' +12075550100') as outside",
      [tenant_id],
    )
    await query(
      "insert into public.destinations (id, tenant_id, kind, number) values ($1, $2, 'external', '+12075550100')",
      [outside, tenant_id],
    )
    const group = await insertRow(
      'ring_groups',
      await newRingGroup({ tenant_id, timeout_destination_id: outside }),
    )
    const user = await insertRow('portal_users', await newPortalUser({ tenant_id }))
    const made = await serviceClient().auth.admin.createUser({ email: user.email, email_confirm: true })
    const account = made.data.user?.id
    await query('update public.portal_users set auth_user_id = $2, invited_at = now() where id = $1', [
      user.id,
      account,
    ])
    await insertRow('tenant_settings', await newTenantSettings({ tenant_id, language: 'fr-CA' }))
    await query("update public.feature_codes set code = '*977' where tenant_id = $1 and feature = 'record'", [
      tenant_id,
    ])
    const sealed = () =>
      query('select field, owner_table, sealed from public.secrets where tenant_id = $1 order by 1, 2', [
        tenant_id,
      ])
    expect(await secretOf(extension.id, 'sip_password')).toBeDefined()
    expect(await secretOf(tenant_id, 'provisioning_password')).toBeDefined()
    const before = await sealed()
    await query("update public.tenants set status = 'suspended' where id = $1", [tenant_id])
    await query('delete from public.tenants where id = $1', [tenant_id])
    expect(await sealed()).toEqual([])
    const entry = await entryOf(tenant_id, 'delete')
    await rolledBack(async (client) => {
      await become(client, SUPERADMIN)
      expect(await undo(client, entry)).toMatchObject({ kept: 0, reasons: [] })
      await becomeOwner(client)
      expect(await storedRow('tenants', tenant_id, client)).toMatchObject({ status: 'suspended' })
      expect(await storedRow('ring_groups', group.id, client)).toMatchObject({
        timeout_destination_id: outside,
      })
      expect(await storedRow('portal_users', user.id, client)).toMatchObject({
        auth_user_id: account,
        invited_at: expect.any(String),
      })
      expect(await storedRow('tenant_settings', tenant_id, client)).toMatchObject({ language: 'fr-CA' })
      const { rows } = await client.query(
        "select code from public.feature_codes where tenant_id = $1 and feature = 'record'",
        [tenant_id],
      )
      expect(rows).toEqual([{ code: '*977' }])
      const restored = await client.query(
        'select field, owner_table, sealed from public.secrets where tenant_id = $1 order by 1, 2',
        [tenant_id],
      )
      expect(restored.rows).toEqual(before)
    })
  })

  test('of a customer restores what only some may read of it', async () => {
    const company = await insertRow('companies', await newCompany())
    await query("update public.company_accounts set tax_id = '12-3456789' where id = $1", [company.id])
    await query('delete from public.companies where id = $1', [company.id])
    const entry = await entryOf(company.id, 'delete')
    await rolledBack(async (client) => {
      await become(client, ADMIN)
      expect(await undo(client, entry)).toMatchObject({ kept: 0, reasons: [] })
      await becomeOwner(client)
      expect(await storedRow('company_accounts', company.id, client)).toMatchObject({ tax_id: '12-3456789' })
    })
  })

  test('restores its secrets, so that its phone registers again', async () => {
    const extension = await insertRow('extensions', await newExtension({ tenant_id: await ownTenant() }))
    const password = () =>
      query('select field, sealed from public.secrets where owner_id = $1', [extension.id])
    expect(await secretOf(extension.id, 'sip_password')).toBeDefined()
    const before = await password()
    expect(before).toHaveLength(1)
    await query('delete from public.extensions where id = $1', [extension.id])
    expect(await password()).toEqual([])
    const entry = await entryOf(extension.id, 'delete')
    await asTech(async (client) => {
      await undo(client, entry)
      await becomeOwner(client)
      const { rows } = await client.query('select field, sealed from public.secrets where owner_id = $1', [
        extension.id,
      ])
      expect(rows).toEqual(before)
    })
  })

  test('restores a draft of a quote, whose link nobody may read, with its opportunity', async () => {
    const opportunity = await insertRow('opportunities', await newOpportunity())
    const quote = await insertRow(
      'quotes',
      await newQuote({ opportunity_id: opportunity.id, terms: 'Net 30' }),
    )
    await query('delete from public.opportunities where id = $1', [opportunity.id])
    const entry = await entryOf(opportunity.id, 'delete')
    await rolledBack(async (client) => {
      await become(client, ADMIN)
      expect(await undo(client, entry)).toMatchObject({ undone: 1, kept: 0, reasons: [] })
      await becomeOwner(client)
      expect(await storedRow('opportunities', opportunity.id, client)).toMatchObject({
        name: opportunity.name,
      })
      const restored = await storedRow('quotes', quote.id, client)
      expect(restored).toMatchObject({ opportunity_id: opportunity.id, terms: 'Net 30', status: 'draft' })
      expect(restored?.link_token).not.toBe(quote.link_token)
    })
  })

  test('restores a number that nothing was paid for, also from its history', async () => {
    const number = await insertRow('dids', await newFreeNumber())
    await query('delete from public.dids where id = $1', [number.id])
    const entry = await entryOf(number.id, 'delete')
    for (const call of ['select public.undo_change($1) as told', 'select public.revert_entry($1) as told']) {
      await rolledBack(async (client) => {
        await become(client, SUPERADMIN)
        const { rows } = await client.query(call, [entry])
        if (rows[0].told) expect(rows[0].told).toMatchObject({ kept: 0, reasons: [] })
        await becomeOwner(client)
        expect(await storedRow('dids', number.id, client)).toMatchObject({ number: number.number })
        expect(await storedRow('did_costs', number.id, client)).toMatchObject({ monthly_cost: null })
      })
    }
  })

  test('fails while its number is taken, and names the record that holds it', async () => {
    const tenant_id = await ownTenant()
    const extension = await insertRow('extensions', await newExtension({ tenant_id, extension: '2101' }))
    await query('delete from public.extensions where id = $1', [extension.id])
    await insertRow('ring_groups', await newRingGroup({ tenant_id, number: '2101', name: 'Sales' }))
    const entry = await entryOf(extension.id, 'delete')
    await asTech(async (client) => {
      await expect(undo(client, entry)).rejects.toThrow('2101 is already taken by the ring group Sales.')
    })
  })

  test('is denied to users who may not create, and from the page of another tenant', async () => {
    const extension = await insertRow('extensions', await newExtension({ tenant_id: await ownTenant() }))
    await query('delete from public.extensions where id = $1', [extension.id])
    const entry = await entryOf(extension.id, 'delete')
    await rolledBack(async (client) => {
      await client.query(
        "delete from public.role_permissions where role = 'tech' and section = 'telephony' and action = 'create'",
      )
      await become(client, TECH)
      expect(await failure(client, 'select public.undo_change($1)', [entry])).toBe('42501')
    })
    const other = await ownTenant()
    await asTech(async (client) => {
      expect(await failure(client, 'select public.undo_change($1, $2)', [entry, other])).toBe('TR404')
    })
    expect(await storedRow('extensions', extension.id)).toBeUndefined()
  })
})

test('undoing an import keeps an extension that has been left voicemail since', async () => {
  const tenant_id = await ownTenant()
  await importExtensions((await callerOf('tech')).client, tenant_id, [
    { extension: '2301' },
    { extension: '2302' },
  ])
  const [called] = await query<{ id: string }>(
    "select id from public.extensions where tenant_id = $1 and extension = '2301'",
    [tenant_id],
  )
  const extension_id = String(called?.id)
  const message = await insertRow(
    'voicemail_messages',
    await newVoicemailMessage({ tenant_id, extension_id }),
  )
  const entry = await entryOf(extension_id, 'insert')
  await asTech(async (client) => {
    expect(await undo(client, entry, tenant_id)).toMatchObject({
      undone: 1,
      reasons: [
        {
          record_id: extension_id,
          message:
            'Callers have left voicemail there since. If nobody needs it, delete the extension on its page.',
        },
      ],
    })
    expect(await storedRow('voicemail_messages', message.id, client)).toEqual(message)
  })
})

describe('a tenant', () => {
  /** A tenant of a company, created on a page. */
  async function created() {
    const { id: company } = await insertRow('companies', await newCompany())
    const { client } = await newMember('superadmin')
    return { client, company, tenant: await tenantFor(client, company) }
  }
  async function tenantFor(client: Client, company: string) {
    const { id, domain } = await newTenant({ id: newId() })
    const [tenant_code = ''] = domain.split('.')
    const terms = { domain, tenant_code, time_zone: 'America/Denver', extension_limit: 9, id: String(id) }
    await client.rpc('create_tenant', { company, ...terms }).throwOnError()
    return String(id)
  }

  test.each(['undo_change', 'revert_entry'] as const)(
    'stays when %s undoes its creation after anything was added to it',
    async (way) => {
      const { client, tenant } = await created()
      const extension = await insertRow('extensions', await newExtension({ tenant_id: tenant }))
      const entry = String(await entryOf(tenant, 'insert'))
      const { data, error } = await client.rpc(way, { entry })
      const told = JSON.stringify([data, error?.message])
      expect(told).toContain('has records that were added since. Delete it on its settings page')
      expect(await storedRow('extensions', extension.id)).toEqual(extension)
      expect(await storedRow('tenants', tenant)).toBeDefined()
    },
  )

  test.each([
    ['cdr', newCall],
    ['voicemail_messages', newVoicemailMessage],
    ['faxes', newFax],
  ] as const)(
    'stays when its creation is undone with %s since, which would be deleted with it',
    async (table, make) => {
      const made = await newTenant({ id: newId() })
      const tenant_id = String(made.id)
      const [extension, box] = [await newExtension({ tenant_id }), await newFaxBox({ tenant_id })]
      await withDatabase(async (client) => {
        await client.query('begin')
        await insertRow('tenants', made, client)
        await insertRow('extensions', extension, client)
        await insertRow('fax_boxes', box, client)
        await client.query('commit')
      })
      const given = {
        cdr: { tenant_id },
        voicemail_messages: { tenant_id, extension_id: extension.id },
        faxes: { tenant_id, fax_box_id: box.id },
      }[table]
      const since = await insertRow(table, (await make(given as never)) as never)
      const { client } = await newMember('superadmin')
      const { data } = await client
        .rpc('undo_change', { entry: String(await entryOf(tenant_id, 'insert')) })
        .throwOnError()
      expect(JSON.stringify(data)).toContain(
        'has records that were added since. Delete it on its settings page',
      )
      expect(await storedRow(table, since.id)).toBeDefined()
      expect(await storedRow('tenants', tenant_id)).toBeDefined()
    },
  )

  test('goes when its creation is undone before anything was added to it', async () => {
    const { client, company, tenant } = await created()
    await client.rpc('undo_change', { entry: String(await entryOf(tenant, 'insert')) }).throwOnError()
    expect(await storedRow('tenants', tenant)).toBeUndefined()
    expect(await storedRow('companies', company)).toMatchObject({ domain_uuid: null, type: 'company' })
  })

  test('does not come back beside the one that its company has by now', async () => {
    const { client, company, tenant } = await created()
    await query('delete from public.tenants where id = $1', [tenant])
    const next = await tenantFor(client, company)
    const entry = String(await entryOf(tenant, 'delete'))
    const { error } = await client.rpc('undo_change', { entry })
    expect(error?.message).toContain('already has a new tenant. Delete that one first.')
    expect(await storedRow('tenants', tenant)).toBeUndefined()
    await query('delete from public.tenants where id = $1', [next])
    await client.rpc('undo_change', { entry }).throwOnError()
    expect(await storedRow('companies', company)).toMatchObject({ domain_uuid: tenant })
  })

  test('does not come back without its company', async () => {
    const { client, company, tenant } = await created()
    await query('delete from public.tenants where id = $1', [tenant])
    await query('delete from public.companies where id = $1', [company])
    const { error } = await client.rpc('undo_change', { entry: String(await entryOf(tenant, 'delete')) })
    expect(error?.message).toContain('Its company has been deleted. Restore that first.')
    expect(await storedRow('tenants', tenant)).toBeUndefined()
  })
})

test('undoing an import removes what it added and reverts what it changed', async () => {
  const tenant_id = await ownTenant()
  const old = await insertRow(
    'extensions',
    await newExtension({ tenant_id, extension: '2201', description: 'old' }),
  )
  const rows = [
    { extension: '2201', description: 'new' },
    { extension: '2202', description: 'added' },
    { extension: '2203', description: 'added' },
  ]
  await importExtensions((await callerOf('tech')).client, tenant_id, rows)
  const entry = await entryOf(old.id, 'update')
  // Secrets that were set and revealed since keep nothing.
  for (const action of ['update', 'reveal']) {
    await query(
      `select private.audit_secret(rule, e.id, e.tenant_id, $2, e.extension)
       from private.secret_rules rule, public.extensions e
       where rule.owner_table = 'extensions' and rule.field = 'voicemail_pin' and e.tenant_id = $1`,
      [tenant_id, action],
    )
  }
  await asTech(async (client) => {
    expect(await undo(client, entry, tenant_id)).toEqual({
      undone: 3,
      kept: 0,
      reasons: [],
      taken: 3,
      more: false,
      left: [],
    })
    const { rows: left } = await client.query(
      'select extension, description from public.extensions where tenant_id = $1',
      [tenant_id],
    )
    expect(left).toEqual([{ extension: '2201', description: 'old' }])
  })
})

test('a restored record continues above its version, so that a form from before it was deleted cannot save over it', async () => {
  const { client } = await callerOf('tech')
  const tenant = await ownTenant()
  const seen = await insertRow('ring_groups', await newRingGroup({ tenant_id: tenant }))
  const save = (expectedVersion: number, name: string) =>
    saveRecord(client, ringGroup, { id: seen.id, tenantId: tenant, expectedVersion, values: { name } })
  await save(seen.version, 'Changed since')
  await query('delete from public.ring_groups where id = $1', [seen.id])
  await undoChange(client, tenant, String(await entryOf(seen.id, 'delete')))
  expect(await storedRow('ring_groups', seen.id)).toMatchObject({ version: 3, name: 'Changed since' })
  await expect(save(seen.version, 'From before')).rejects.toMatchObject({ reason: 'conflict' })
  await expect(save(2, 'From before')).rejects.toMatchObject({ reason: 'conflict' })
})

test('undoing what set secrets alone is refused, and says that they cannot be restored', async () => {
  const { tenant_id, extension } = await insertRoutedRingGroup()
  await query(
    `select private.audit_secret(rule, e.id, e.tenant_id, 'update', e.extension)
     from private.secret_rules rule, public.extensions e
     where rule.owner_table = 'extensions' and rule.field = 'voicemail_pin' and e.tenant_id = $1`,
    [tenant_id],
  )
  const entry = await entryOf(extension.id, 'update')
  await asTech(async (client) => {
    const { rows } = await client.query<{ page: TrailRow }>(
      `select page from public.trail_page('2000-01-01', '2100-01-01', $1, page_size => 2) page`,
      [tenant_id],
    )
    expect(rows.map(({ page }) => page.only_secrets)).toEqual([true, false])
    const said = 'A secret cannot be restored. Set a new one.'
    expect(rows.map(({ page }) => whyNotUndone(page))).toEqual([said, undefined])
    await expect(undo(client, entry, tenant_id)).rejects.toThrow(said)
  })
})

test('undoing the creation of a record removes its child rows too', async () => {
  const tenant = await ownTenant()
  const tech = (await callerOf('tech')).client
  const [id, member] = [newId(), newId()]
  const { id: extension_id } = await insertRow('extensions', await newExtension({ tenant_id: tenant }))
  const values = {
    ...ringGroup.blank,
    name: 'Desk',
    number: '2290',
    ring_group_members: [{ id: member, extension_id, position: 1 }],
  }
  const save = { id, tenantId: tenant, expectedVersion: null, values }
  await saveRecord(tech, ringGroup, save)
  expect(await storedRow('ring_group_members', member)).toBeDefined()
  const entry = String(await entryOf(id, 'insert'))
  expect(await undoChange(tech, tenant, entry)).toEqual({ undone: 1, kept: 0, reasons: [] })
  expect(await storedRow('ring_groups', id)).toBeUndefined()
})

test('undoing a save that reordered a record’s parts brings back their order, and what else it changed', async () => {
  const first = await insertRow('did_conditions', await newDidCondition())
  const { tenant_id, did_id } = first
  const second = await newDidCondition({ tenant_id, did_id, position: 2, caller: '+1208' })
  await insertRow('did_conditions', second)
  await query('update public.did_conditions set position = 3 - position, enabled = false where did_id = $1', [
    did_id,
  ])
  await asTech(async (client) => {
    expect(await undo(client, await entryOf(first.id, 'update'), tenant_id)).toMatchObject({
      undone: 2,
      kept: 0,
    })
    expect(await storedRow('did_conditions', first.id, client)).toMatchObject({ position: 1, enabled: true })
    expect(await storedRow('did_conditions', second.id, client)).toMatchObject({ position: 2, enabled: true })
  })
})

describe('a change sent in several requests of one run', () => {
  const numbers = async (tenant: string) =>
    (
      await query<{ extension: string }>(
        'select extension from public.extensions where tenant_id = $1 order by extension',
        [tenant],
      )
    ).map(({ extension }) => extension)

  /** A run that adds three extensions in two requests, and a request by another user who knows its id. */
  async function sent() {
    const tenant = await ownTenant()
    const [tech, run] = [(await callerOf('tech')).client, newId()]
    const add = (client: Client, ...added: string[]) =>
      importExtensions(
        client,
        tenant,
        added.map((number) => ({ extension: number })),
        run,
      )
    await add(tech, '2231', '2232')
    await add((await newMember('tech')).client, '2234')
    await add(tech, '2233')
    const span = { from_time: '2026-01-01', to_time: '2100-01-01' }
    const { data } = await tech.rpc('trail_page', { ...span, tenant }).throwOnError()
    const rows = (data as unknown as TrailRow[]).filter(({ table_name }) => table_name === 'extensions')
    return { tenant, tech, rows, entry: rows.find((row) => countOfRecords(row) === 3)?.id ?? '' }
  }

  test('is one change in the audit trail and undone as one, and no other user can join the run', async () => {
    const { tenant, tech, rows, entry } = await sent()
    expect(rows.map(countOfRecords).sort()).toEqual([1, 3])
    expect(await undoChange(tech, tenant, entry)).toEqual({ undone: 3, kept: 0, reasons: [] })
    expect(await numbers(tenant)).toEqual(['2234'])
  })

  test('is undone in parts that take seconds, and says how far it is', async () => {
    const { id: tenant } = await insertRow('tenants', await newTenant({ extension_limit: 300 }))
    const { client } = await callerOf('tech')
    const rows = Array.from({ length: 300 }, (_, n) => ({ extension: String(2001 + n) }))
    await importExtensions(client, tenant, rows)
    const span = { from_time: '2026-01-01', to_time: '2100-01-01' }
    const { data } = await client.rpc('trail_page', { ...span, tenant }).throwOnError()
    const [row] = (data as unknown as TrailRow[]).filter((one) => countOfRecords(one) === 300)
    const told: number[] = []
    const undone = await undoChange(client, tenant, row?.id ?? '', (count) => told.push(count))
    expect(undone).toEqual({ undone: 300, kept: 0, reasons: [] })
    expect(told).toEqual([250, 300])
    expect(await numbers(tenant)).toEqual([])
  })

  test('is undone starting after the entries that an earlier request skipped', async () => {
    const { tenant, tech, entry } = await sent()
    await tech.rpc('undo_change', { entry, tenant, skipped: 1 }).throwOnError()
    expect(await numbers(tenant)).toEqual(['2233', '2234'])
  })
})

test('a run ends after an hour: nobody can date a change further back', async () => {
  const tenant_id = await ownTenant()
  const [tech, run] = [(await callerOf('tech')).client, newId()]
  const add = (number: string) => importExtensions(tech, tenant_id, [{ extension: number }], run)
  const dated = () =>
    query<{ name: string; minutes: number }>(
      `select a.changes -> 'extension' ->> 1 as name, round(extract(epoch from now() - a.at) / 60)::int as minutes
       from public.audit_log a where a.tenant_id = $1 and a.table_name = 'extensions' order by 1`,
      [tenant_id],
    )
  await add('2241')
  await query("update private.runs set at = at - interval '50 minutes' where id = $1", [run])
  await add('2242')
  expect(await dated()).toEqual([
    { name: '2241', minutes: 0 },
    { name: '2242', minutes: 50 },
  ])
  await query("update private.runs set at = at - interval '11 minutes' where id = $1", [run])
  await add('2243')
  expect(await dated()).toContainEqual({ name: '2243', minutes: 0 })
})

describe('undoing a bulk change', () => {
  async function bulk() {
    const tenant_id = await ownTenant()
    const make = async (extension: string) =>
      insertRow('extensions', await newExtension({ tenant_id, extension, description: `was ${extension}` }))
    const rows = [await make('2301'), await make('2302'), await make('2303')] as const
    await query("update public.extensions set description = 'all', call_timeout = 55 where tenant_id = $1", [
      tenant_id,
    ])
    return { tenant_id, rows, entry: await entryOf(rows[0].id, 'update') }
  }
  const descriptions = async (client: pg.Client, tenant: string) =>
    (
      await client.query(
        'select description, call_timeout from public.extensions where tenant_id = $1 order by extension',
        [tenant],
      )
    ).rows

  test('reverts all its fields', async () => {
    const { tenant_id, rows, entry } = await bulk()
    await asTech(async (client) => {
      expect(await undo(client, entry)).toMatchObject({ undone: 3, kept: 0 })
      expect(await descriptions(client, tenant_id)).toEqual(
        rows.map(({ description, call_timeout }) => ({ description, call_timeout })),
      )
    })
  })

  test('keeps what has been changed since, and reports it', async () => {
    const { tenant_id, rows, entry } = await bulk()
    await query("update public.extensions set description = 'mine', call_timeout = 60 where id = $1", [
      rows[1].id,
    ])
    await asTech(async (client) => {
      expect(await undo(client, entry)).toEqual({
        undone: 2,
        kept: 1,
        taken: 3,
        more: false,
        left: [expect.any(String)],
        reasons: [
          {
            table_name: 'extensions',
            record_id: rows[1].id,
            label: expect.stringContaining('2302'),
            message: 'It has been changed since.',
          },
        ],
      })
      expect((await descriptions(client, tenant_id)).map(({ description }) => description)).toEqual([
        'was 2301',
        'mine',
        'was 2303',
      ])
    })
  })

  test('works field by field if only some have been changed since', async () => {
    const { tenant_id, rows, entry } = await bulk()
    await query("update public.extensions set description = 'mine' where id = $1", [rows[1].id])
    await asTech(async (client) => {
      await undo(client, entry)
      expect((await descriptions(client, tenant_id))[1]).toEqual({
        description: 'mine',
        call_timeout: rows[1].call_timeout,
      })
    })
  })
})
