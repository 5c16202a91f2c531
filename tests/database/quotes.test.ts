import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteRecord } from '@/lib/records/record-client'
import { publicQuote } from '@/lib/sales/public-quote'
import {
  changeQuote,
  draftQuote,
  linesOf,
  listQuotes,
  type Quote,
  stepQuote,
  subjectOf,
} from '@/lib/sales/quotes'
import { type Caller, callersByRole, type Client, type Role, serviceClient } from '../support/clients'
import { become, becomeOwner, failure, query, rolledBack, storedRow } from '../support/database'
import { newMemberRecord } from '../support/factories/access'
import { insertRow } from '../support/factories/row'
import { newOpportunity, newOpportunityItem } from '../support/factories/sales'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const PAPER = {
  quoted_on: '2026-03-01',
  valid_until: '2999-03-31',
  sender: 'Us',
  recipient: 'Them',
  terms: 'Net 30',
}

/** An opportunity with a line of three at 22.00 a month, and a draft of its quote. */
async function drafted() {
  const { id: opportunity } = await insertRow('opportunities', await newOpportunity())
  const item = await insertRow('opportunity_items', await newOpportunityItem({ opportunity_id: opportunity }))
  const { client } = callers.admin
  const id = randomUUID()
  await draftQuote(client, { ...PAPER, id, opportunity_id: opportunity })
  return { client, opportunity, item, id }
}

/** The quote as the page shows it. */
const seen = async (id: string) => (await storedRow('quotes', id)) as unknown as Quote

/** Changes a quote's columns like its page, which states the next version. */
async function changed(client: Client, id: string, change: object) {
  const version = (await seen(id)).version + 1
  return client
    .from('quotes')
    .update({ ...change, version })
    .eq('id', id)
}

describe('a quote', () => {
  test('gets a number of its own at creation, once, however often it is sent', async () => {
    const { client, opportunity, id } = await drafted()
    await draftQuote(client, { ...PAPER, id, opportunity_id: opportunity })
    const [only, ...others] = await listQuotes(client, opportunity)
    expect(others).toEqual([])
    expect(only).toMatchObject({ ...PAPER, revision: 1, status: 'draft', lines: null })
    expect(only?.number).toMatch(/^Q-\d{4}-\d{5,}$/)
    const elsewhere = await drafted()
    expect((await storedRow('quotes', elsewhere.id))?.number).not.toBe(only?.number)
  })

  test('takes no number if whoever asks for it may not make one', async () => {
    const { id } = await insertRow('opportunities', await newOpportunity())
    await rolledBack(async (client) => {
      for (const { userId } of [callers.tech, callers.nomember]) {
        await client.query('discard sequences')
        await become(client, userId ?? '')
        const asked = 'insert into public.quotes (opportunity_id) values ($1)'
        expect(await failure(client, asked, [id])).toBe('42501')
        await becomeOwner(client)
        // It would be the last number that this connection took.
        expect(await failure(client, "select currval('private.quote_numbers')")).toBe('55000')
      }
    })
  })

  test('gets a number of its own after a hundred thousand others', async () => {
    await query(
      "select setval('private.quote_numbers', greatest(last_value, 123450)) from private.quote_numbers",
    )
    const numbers = [await drafted(), await drafted()].map(
      async ({ id }) => (await storedRow('quotes', id))?.number,
    )
    const [one, other] = await Promise.all(numbers)
    expect(one).toMatch(/^Q-\d{4}-\d{6,}$/)
    expect(other).toMatch(/^Q-\d{4}-\d{6,}$/)
    expect(other).not.toBe(one)
  })

  test('is frozen when sent: later changes to the lines or the quote do not affect it', async () => {
    const { client, opportunity, item, id } = await drafted()
    await changeQuote(client, await seen(id), { ...PAPER, terms: 'Net 15' })
    await stepQuote(client, await seen(id), 'sent')
    await query('update public.opportunity_items set monthly_price = 99 where id = $1', [item.id])
    const [sent] = await listQuotes(client, opportunity)
    expect(sent && linesOf(sent, [])).toMatchObject([{ quantity: 3, monthly_price: 22 }])
    await expect(changeQuote(client, await seen(id), PAPER)).rejects.toThrow('Make a new version.')
    await expect(deleteRecord(client, 'quotes', null, await seen(id))).rejects.toThrow(
      'A quote that was sent cannot be deleted.',
    )
    expect(await storedRow('quotes', id)).toMatchObject({
      terms: 'Net 15',
      status: 'sent',
      sent_at: expect.anything(),
    })
  })

  test('shows its customer the lines without the ids of our services', async () => {
    const { client, id } = await drafted()
    await stepQuote(client, await seen(id), 'sent')
    const row = await storedRow('quotes', id)
    expect(row?.lines).toMatchObject([{ service_id: expect.any(String) }])
    const [line] = (await publicQuote(serviceClient(), String(row?.link_token)))?.lines ?? []
    expect(line).toMatchObject({ quantity: 3, monthly_price: 22 })
    expect(line).not.toHaveProperty('service_id')
  })

  test('is not sent by whoever has not seen its lines as they are', async () => {
    const { client, item, id } = await drafted()
    const read = await seen(id)
    await query('update public.opportunity_items set monthly_price = 12 where id = $1', [item.id])
    await expect(stepQuote(client, read, 'sent')).rejects.toThrow('Someone else has saved')
    expect(await storedRow('quotes', id)).toMatchObject({ status: 'draft', lines: null })
    await stepQuote(client, await seen(id), 'sent')
    expect(linesOf(await seen(id), [])).toMatchObject([{ monthly_price: 12 }])
  })

  test('has a new version as a draft whenever a line is added, changed or removed', async () => {
    const { opportunity, id } = await drafted()
    const { version } = await seen(id)
    const line = await newOpportunityItem({ opportunity_id: opportunity, position: 2 })
    await insertRow('opportunity_items', line)
    expect(await seen(id)).toMatchObject({ version: version + 1 })
    await query('update public.opportunity_items set quantity = 7 where id = $1', [line.id])
    expect(await seen(id)).toMatchObject({ version: version + 2 })
    await query('delete from public.opportunity_items where id = $1', [line.id])
    expect(await seen(id)).toMatchObject({ version: version + 3 })
  })

  test('keeps the names of its opportunity and company as they were when it was sent', async () => {
    const { client, opportunity, id } = await drafted()
    await changeQuote(client, await seen(id), { ...PAPER, recipient: '' })
    const [{ name, company_id, company } = { name: '', company_id: '', company: '' }] = await query<{
      name: string
      company_id: string
      company: string
    }>(
      `select o.name, o.company_id, c.name as company
       from public.opportunities o join public.companies c on c.id = o.company_id where o.id = $1`,
      [opportunity],
    )
    expect(subjectOf(await seen(id), { name: 'Current name' })).toBe('Current name')
    await stepQuote(client, await seen(id), 'sent')
    await query("update public.opportunities set name = 'Renamed' where id = $1", [opportunity])
    await query("update public.companies set name = name || ' renamed' where id = $1", [company_id])
    expect(await storedRow('quotes', id)).toMatchObject({ subject: name, recipient: company })
    expect(subjectOf(await seen(id), { name: 'Renamed' })).toBe(name)
  })

  test('can have further versions under the same number, of which only one is a draft', async () => {
    const { client, opportunity, id } = await drafted()
    const next = randomUUID()
    await expect(draftQuote(client, { ...PAPER, id: next, opportunity_id: opportunity })).rejects.toThrow(
      'This opportunity already has a draft. Edit that one instead.',
    )
    await stepQuote(client, await seen(id), 'sent')
    await draftQuote(client, { ...PAPER, id: next, opportunity_id: opportunity })
    const [newer, older] = await listQuotes(client, opportunity)
    expect([newer?.revision, older?.revision]).toEqual([2, 1])
    expect(newer?.number).toBe(older?.number)
  })

  test('reports that someone else deleted it', async () => {
    const { client, id } = await drafted()
    const draft = await seen(id)
    await deleteRecord(client, 'quotes', null, draft)
    const gone = { reason: 'gone' }
    await expect(changeQuote(client, draft, PAPER)).rejects.toMatchObject(gone)
    await expect(stepQuote(client, draft, 'sent')).rejects.toMatchObject(gone)
    await expect(deleteRecord(client, 'quotes', null, draft)).rejects.toMatchObject(gone)
  })

  test('is told apart from its other versions in the trail', async () => {
    const { client, opportunity, id } = await drafted()
    await stepQuote(client, await seen(id), 'sent')
    const next = randomUUID()
    await draftQuote(client, { ...PAPER, id: next, opportunity_id: opportunity })
    const { number } = await seen(id)
    const added = `select record_label from public.audit_log where action = 'insert' and record_id in ($1, $2) order by seq`
    expect(await query(added, [id, next])).toEqual([
      { record_label: number },
      { record_label: `${number} version 2` },
    ])
  })

  test('replaces an earlier version still awaiting an answer when sent, but not an answered one', async () => {
    const { client, opportunity, id } = await drafted()
    await stepQuote(client, await seen(id), 'sent')
    const next = randomUUID()
    await draftQuote(client, { ...PAPER, id: next, opportunity_id: opportunity })
    expect(await storedRow('quotes', id)).toMatchObject({ status: 'sent' })
    await stepQuote(client, await seen(next), 'sent')
    expect(await storedRow('quotes', id)).toMatchObject({ status: 'replaced', decided_at: null })
    await expect(stepQuote(client, await seen(id), 'accepted')).rejects.toThrow(
      'A quote that is replaced cannot become accepted.',
    )
    await stepQuote(client, await seen(next), 'accepted')
    const last = randomUUID()
    await draftQuote(client, { ...PAPER, id: last, opportunity_id: opportunity })
    await stepQuote(client, await seen(last), 'sent')
    expect(await storedRow('quotes', next)).toMatchObject({ status: 'accepted' })
  })

  test.each([
    ['declined', 'accepted'],
    ['accepted', 'declined'],
  ] as const)('that was %s keeps its answer once a newer version was sent', async (answer, other) => {
    const { client, opportunity, id } = await drafted()
    await stepQuote(client, await seen(id), 'sent')
    await stepQuote(client, await seen(id), answer)
    const next = randomUUID()
    await draftQuote(client, { ...PAPER, id: next, opportunity_id: opportunity })
    // A draft is no offer yet: the customer's answer can still be corrected.
    await stepQuote(client, await seen(id), other)
    await stepQuote(client, await seen(id), answer)
    await stepQuote(client, await seen(next), 'sent')
    const before = await seen(id)
    await expect(stepQuote(client, before, other)).rejects.toThrow(
      'A newer version of this quote was sent. Record the answer there.',
    )
    await expect(
      query('update public.quotes set status = $2 where id = $1', [id, other]),
      'the server, for a customer',
    ).rejects.toThrow('A newer version of this quote was sent.')
    expect(await seen(id)).toEqual(before)
    await stepQuote(client, await seen(next), 'accepted')
    expect(await seen(next)).toMatchObject({ status: 'accepted' })
  })

  test('is opened by its customer with a key that no staff can read, choose or find in the audit trail', async () => {
    const { client, opportunity, id } = await drafted()
    for (const columns of ['link_token', '*']) {
      const { error } = await client.from('quotes').select(columns).eq('id', id)
      expect(error?.code).toBe('42501')
    }
    const key = randomUUID()
    const { error } = await callers.superadmin.client
      .from('quotes')
      .insert({ id: randomUUID(), opportunity_id: opportunity, link_token: key })
    expect(error?.code).toBe('42501')
    const trail = await query<{ changes: object }>(
      "select changes from public.audit_log where record_id = $1 and action = 'insert'",
      [id],
    )
    expect(trail).toMatchObject([{ changes: { link_token: [null, '••••••'] } }])
  })

  test('is marked as answered by the customer only through the link, never by staff', async () => {
    const { client, id } = await drafted()
    const write = async (change: object) => (await changed(client, id, change)).error?.code
    const forged = { decided_by: 'A buyer' }
    expect(await write(forged)).toBeUndefined()
    expect(await write({ ...forged, status: 'sent' })).toBeUndefined()
    expect(await write(forged)).toBe('23514')
    expect(await write({ ...forged, status: 'accepted' })).toBeUndefined()
    expect(await storedRow('quotes', id)).toMatchObject({ status: 'accepted', decided_by: '' })
    const begun = await drafted()
    await query("update public.quotes set status = 'sent' where id = $1", [begun.id])
    await query("update public.quotes set status = 'accepted', decided_by = 'A buyer' where id = $1", [
      begun.id,
    ])
    await stepQuote(client, await seen(begun.id), 'declined')
    expect(await storedRow('quotes', begun.id)).toMatchObject({ status: 'declined', decided_by: '' })
  })

  test.each([
    ['the opportunity’s owner', 'accepted', { user_role: 'admin' }, { user_role: 'admin' }],
    ['the company’s owner', 'declined', { user_role: 'admin', status: 'disabled' }, { user_role: 'admin' }],
    ['a superadmin', 'accepted', { user_role: 'tech' }, { user_role: 'admin', status: 'disabled' }],
  ] as const)(
    'becomes a task of %s when its customer has %s it, if the opportunity’s owner is %o and the company’s %o',
    async (whose, answer, owner, companyOwner) => {
      const { client, opportunity, id } = await drafted()
      const member = await insertRow('members', await newMemberRecord(owner))
      const other = await insertRow('members', await newMemberRecord(companyOwner))
      const superadmins =
        "select id from public.members where user_role = 'superadmin' and status = 'active' order by created_at, id"
      await query('update public.opportunities set owner_id = $2 where id = $1', [opportunity, member.id])
      await query(
        'update public.companies set owner_id = $2 where id = (select company_id from public.opportunities where id = $1)',
        [opportunity, other.id],
      )
      const assignees = {
        'the opportunity’s owner': member.id,
        'the company’s owner': other.id,
        'a superadmin': (await query<{ id: string }>(superadmins))[0]?.id,
      }
      await stepQuote(client, await seen(id), 'sent')
      await query("update public.quotes set status = $2, decided_by = 'Ann Reyes' where id = $1", [
        id,
        answer,
      ])
      const { number } = await seen(id)
      const tasks = () =>
        query(
          `select name, assignee_id, due_on = private.business_today() as due_today from public.tasks where opportunity_id = $1`,
          [opportunity],
        )
      const told = {
        name: `${number} was ${answer} by Ann Reyes`,
        assignee_id: assignees[whose],
        due_today: true,
      }
      expect(await tasks()).toEqual([told])
      // Staff know what they record themselves.
      await stepQuote(client, await seen(id), answer === 'accepted' ? 'declined' : 'accepted')
      expect(await tasks()).toEqual([told])
    },
  )

  test('is called emailed only by the server, and no longer once it is meant for another address', async () => {
    const { client, id } = await drafted()
    const write = async (change: object) => {
      expect((await changed(client, id, change)).error).toBeNull()
      return (await seen(id)).emailed_at
    }
    const at = '2026-03-20T15:00:00+00:00'
    const to = { sent_to: 'a@customer.example' }
    expect(await write({ ...to, status: 'sent', emailed_at: at })).toBeNull()
    await query('update public.quotes set emailed_at = $2 where id = $1', [id, at])
    expect(await write(to)).not.toBeNull()
    expect(await write({ sent_to: 'b@customer.example', emailed_at: at })).toBeNull()
  })

  test('has another link for another address, and is not called emailed when that is taken back', async () => {
    const { client, id } = await drafted()
    const write = async (change: object) => {
      expect((await changed(client, id, change)).error).toBeNull()
      return (await storedRow('quotes', id))?.link_token
    }
    const first = await write({ sent_to: 'a@customer.example', status: 'sent' })
    await query('update public.quotes set emailed_at = now() where id = $1', [id])
    for (const sent_to of ['A@Customer.example', 'a@customer.example'])
      expect(await write({ sent_to })).toBe(first)
    expect((await storedRow('quotes', id))?.emailed_at).not.toBeNull()
    const second = await write({ sent_to: 'b@customer.example' })
    const [entry] = await query<{ id: string }>(
      'select id from public.audit_log where record_id = $1 order by seq desc limit 1',
      [id],
    )
    await client.rpc('undo_change', { entry: String(entry?.id) }).throwOnError()
    const taken = await storedRow('quotes', id)
    expect(taken).toMatchObject({ sent_to: 'a@customer.example', emailed_at: null })
    expect(new Set([first, second, taken?.link_token]).size).toBe(3)
  })

  test("names a change of the trail after its customer's answer, not after the task that tells of it", async () => {
    const { client, id } = await drafted()
    await stepQuote(client, await seen(id), 'sent')
    await query("update public.quotes set status = 'accepted', decided_by = 'Ann Reyes' where id = $1", [id])
    const [newest] = await query(
      `select row ->> 'table_name' as table_name, row ->> 'record_id' as record_id, row -> 'kinds' as kinds
       from public.trail_page('-infinity', 'infinity', search => $1, page_size => 1) row`,
      [(await seen(id)).number],
    )
    expect(newest).toMatchObject({
      table_name: 'quotes',
      record_id: id,
      kinds: [{ table_name: 'quotes' }, { table_name: 'tasks' }],
    })
  })

  test('is accepted or declined with a reason, and only after it was sent', async () => {
    const { client, id } = await drafted()
    await expect(stepQuote(client, await seen(id), 'accepted')).rejects.toThrow(
      'A quote that is draft cannot become accepted.',
    )
    await stepQuote(client, await seen(id), 'sent')
    await stepQuote(client, await seen(id), 'declined', 'Too dear')
    expect(await storedRow('quotes', id)).toMatchObject({ status: 'declined', decline_reason: 'Too dear' })
    await stepQuote(client, await seen(id), 'accepted')
    expect(await storedRow('quotes', id)).toMatchObject({
      status: 'accepted',
      decline_reason: '',
      decided_at: expect.anything(),
    })
  })

  test('cannot be changed over a newer version', async () => {
    const { client, id } = await drafted()
    const before = await seen(id)
    await changeQuote(client, before, { ...PAPER, terms: 'Net 15' })
    await expect(changeQuote(client, before, { ...PAPER, terms: 'Net 30' })).rejects.toMatchObject({
      reason: 'conflict',
    })
    expect(await storedRow('quotes', id)).toMatchObject({ terms: 'Net 15' })
  })

  test('cannot be sent without lines', async () => {
    const { client, id, item } = await drafted()
    await query('delete from public.opportunity_items where id = $1', [item.id])
    await expect(stepQuote(client, await seen(id), 'sent')).rejects.toThrow(
      'Add line items before you send the quote.',
    )
  })

  test('is not sent once its last day is over everywhere, and the offer before it stays open', async () => {
    const { client, opportunity, id } = await drafted()
    await stepQuote(client, await seen(id), 'sent')
    const next = randomUUID()
    const [{ today, past } = { today: '', past: '' }] = await query<{ today: string; past: string }>(
      `select d::text as today, (d - 1)::text as past from cast(now() at time zone 'Etc/GMT+12' as date) d`,
    )
    const over = { ...PAPER, quoted_on: past, valid_until: past }
    await draftQuote(client, { ...over, id: next, opportunity_id: opportunity })
    await expect(stepQuote(client, await seen(next), 'sent')).rejects.toThrow(
      'This draft is no longer valid. Change its dates before you send it.',
    )
    expect([await seen(id), await seen(next)]).toMatchObject([{ status: 'sent' }, { status: 'draft' }])
    await changeQuote(client, await seen(next), { ...over, valid_until: today })
    await stepQuote(client, await seen(next), 'sent')
    expect(await seen(next)).toMatchObject({ status: 'sent' })
  })

  test('is deleted with its opportunity while it is a draft, and keeps it once it was sent', async () => {
    const { client, opportunity, id } = await drafted()
    await client.from('opportunities').delete().eq('id', opportunity).throwOnError()
    expect(await storedRow('quotes', id)).toBeUndefined()
    const other = await drafted()
    await stepQuote(client, await seen(other.id), 'sent')
    const { error } = await client.from('opportunities').delete().eq('id', other.opportunity)
    const { number } = await seen(other.id)
    expect(error?.message).toBe(
      `${number} was sent to the customer. Keep the opportunity, and mark it as lost if nothing came of it.`,
    )
    expect(await storedRow('opportunities', other.opportunity)).toBeDefined()
  })
})
