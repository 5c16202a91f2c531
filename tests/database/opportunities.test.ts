import { beforeAll, describe, expect, test } from 'vitest'
import { listRecords } from '@/lib/records/record-list'
import { listContacts } from '@/lib/sales/opportunity'
import { stagePath } from '@/lib/sales/pipeline'
import { OPPORTUNITIES } from '@/lib/supabase/constraints'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { become, inSnapshot, query, storedRow } from '../support/database'
import { ADMIN } from '../support/demo-users'
import { newContact } from '../support/factories/companies'
import { type Given, insertRow } from '../support/factories/row'
import { newNote, newOpportunity } from '../support/factories/sales'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const stored = async (given = {}) => insertRow('opportunities', await newOpportunity(given))

describe('the stage of an opportunity', () => {
  test.each([
    ['lead', 10],
    ['qualified', 25],
    ['proposal', 50],
    ['negotiation', 70],
    ['won', 100],
  ])('%s sets a probability of %i %%, both on a move and on creation', async (status, probability) => {
    const moved = await stored({ status: status === 'lead' ? 'qualified' : 'lead' })
    await callers.admin.client.from('opportunities').update({ status }).eq('id', moved.id).throwOnError()
    expect(await storedRow('opportunities', moved.id)).toMatchObject({ status, probability })
    expect(await stored({ status })).toMatchObject({ status, probability })
  })

  test('lost needs a reason, which is cleared when the opportunity is reopened', async () => {
    const { id } = await stored({ status: 'proposal' })
    const move = (change: { status: string; lost_reason?: string }) =>
      callers.admin.client.from('opportunities').update(change).eq('id', id)
    expect((await move({ status: 'lost' })).error?.code).toBe('23514')
    expect((await move({ status: 'lost', lost_reason: '   ' })).error?.code).toBe('23514')
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'proposal', probability: 50 })
    await move({ status: 'lost', lost_reason: 'Too dear' }).throwOnError()
    expect(await storedRow('opportunities', id)).toMatchObject({ probability: 0, lost_reason: 'Too dear' })
    await move({ status: 'qualified' }).throwOnError()
    expect(await storedRow('opportunities', id)).toMatchObject({ probability: 25, lost_reason: null })
  })

  const LOST = { status: 'lost', lost_reason: 'Too dear', closed_at: '2026-02-10T15:00:00+00:00' }

  test('lost long ago and won now, it closes now: it is on the board and in the report of these days', async () => {
    const { data: owner } = await callers.admin.client.rpc('owners').limit(1).single().throwOnError()
    const { id } = await stored({ ...LOST, owner_id: owner.id })
    await query("update public.opportunities set closed_at = closed_at, name = 'Second try' where id = $1", [
      id,
    ])
    expect(await storedRow('opportunities', id)).toMatchObject(LOST)
    await inSnapshot(async (client) => {
      await become(client, ADMIN)
      const shown = async () => {
        const { rows } = await client.query<{ won: number; cards: unknown }>(
          `select (select (s ->> 'count')::integer from jsonb_array_elements(
               public.report_business(private.business_today(), private.business_today()) -> 'pipeline') s
             where s ->> 'stage' = 'won') as won,
             (select cards from public.pipeline(200, $1) where stage = 'won') as cards`,
          [owner.id],
        )
        return rows[0]
      }
      const before = await shown()
      await client.query("update public.opportunities set status = 'won' where id = $1", [id])
      const after = await shown()
      expect(after?.won).toBe(Number(before?.won) + 1)
      expect(after?.cards).toContainEqual(expect.objectContaining({ id }))
    })
  })

  test('has its closing day again when a mistaken move is undone', async () => {
    const { id } = await stored(LOST)
    const { client } = callers.admin
    for (const status of ['negotiation', 'won']) {
      await client.from('opportunities').update({ status }).eq('id', id).throwOnError()
      const [moved] = await query<{ id: string }>(
        "select id from public.audit_log where record_id = $1 and changes -> 'status' ->> 1 = $2",
        [id, status],
      )
      await client.rpc('undo_change', { entry: moved?.id ?? '' }).throwOnError()
      expect(await storedRow('opportunities', id)).toMatchObject(LOST)
    }
  })

  test('keeps a probability set along with it, except for won and lost', async () => {
    const { id } = await stored()
    await query("update public.opportunities set status = 'proposal', probability = 60 where id = $1", [id])
    expect(await storedRow('opportunities', id)).toMatchObject({ probability: 60 })
    await query("update public.opportunities set status = 'won', probability = 60 where id = $1", [id])
    expect(await storedRow('opportunities', id)).toMatchObject({ probability: 100 })
  })

  test.each([10, 0, 25])(
    'keeps a probability of %i percent that was entered for a later stage',
    async (probability) => {
      const { client } = callers.admin
      const save = async (
        record: string,
        expected_version: number | null,
        values: Given<'opportunities'>,
      ) => {
        await client
          .rpc('save_record', {
            target_table: 'opportunities',
            record,
            tenant: null as unknown as string,
            expected_version: expected_version as number,
            record_values: values,
          })
          .throwOnError()
        return storedRow('opportunities', record)
      }
      const { id, ...values } = await newOpportunity({ status: 'negotiation', probability })
      expect(await save(id, null, values)).toMatchObject({ status: 'negotiation', probability })
      expect(await save(id, 1, { ...values, status: 'proposal' })).toMatchObject({
        status: 'proposal',
        probability,
      })
      // A move to another stage alone takes that stage's.
      await client
        .from('opportunities')
        .update({ status: 'qualified', version: 3 })
        .eq('id', id)
        .throwOnError()
      expect(await storedRow('opportunities', id)).toMatchObject({ status: 'qualified', probability: 25 })
    },
  )

  test.each([
    { probability: -1 },
    { status: 'proposal', probability: 101 },
    { status: 'proposal', probability: null },
  ])('is refused with %o', async (change) => {
    const { id } = await stored()
    const { error } = await callers.admin.client
      .from('opportunities')
      .update(change as Given<'opportunities'>)
      .eq('id', id)
    expect(error?.code).toMatch(/^23/)
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'lead', probability: 10 })
  })
})

describe('the contact of an opportunity', () => {
  test('must belong to the same company', async () => {
    const opportunity = await stored()
    const stranger = await insertRow('contacts', await newContact())
    const { error } = await callers.admin.client
      .from('opportunities')
      .update({ contact_id: stranger.id })
      .eq('id', opportunity.id)
    expect(error?.code).toBe('23503')
  })

  test('is chosen from all contacts of a company with hundreds', async () => {
    const { company_id } = await stored()
    await query(
      `insert into public.contacts (company_id, name) select $1, 'Contact ' || n from generate_series(1, 300) n`,
      [company_id],
    )
    expect(await listContacts(callers.admin.client, company_id)).toHaveLength(300)
  })

  test('is cleared when the contact is deleted', async () => {
    const { id, company_id } = await stored()
    const contact = await insertRow('contacts', await newContact({ company_id }))
    await query('update public.opportunities set contact_id = $1 where id = $2', [contact.id, id])
    await query('delete from public.contacts where id = $1', [contact.id])
    expect(await storedRow('opportunities', id)).toMatchObject({ contact_id: null, company_id })
  })
})

test("a note is signed with the author's name, whatever name is sent", async () => {
  const note = await newNote({ author_name: 'Somebody else' })
  await callers.admin.client.from('notes').insert(note).throwOnError()
  const row = await storedRow('notes', note.id)
  expect(row?.author_name).not.toBe('Somebody else')
  expect(row?.author_name).not.toBe('')
})

test('the pipeline counts and totals each stage and shows the newest first', async () => {
  const { company_id } = await stored({ status: 'negotiation', amount: 0.1 })
  await inSnapshot(async (client) => {
    // Newer than all others that the snapshot shows.
    await client.query('select 1 from public.opportunities limit 1')
    const now = { created_at: new Date().toISOString() }
    const newest = await newOpportunity({ company_id, status: 'negotiation', amount: 0.2, ...now })
    await insertRow('opportunities', newest, client)
    const { rows: direct } = await client.query(
      `select count(*)::int as count, sum(amount)::float as amount,
         round(sum(amount * probability) / 100, 2)::float as weighted
       from public.opportunities where status = 'negotiation'`,
    )
    await become(client, ADMIN)
    const { rows: columns } = await client.query(
      'select to_jsonb(p) as stage from public.pipeline(shown => 1) p',
    )
    const stages = columns.map(({ stage }) => stage)
    expect(stages.map(({ stage }) => stage)).toEqual(OPPORTUNITIES.status.choices)
    expect(stages[3]).toMatchObject({ ...direct[0], cards: [{ id: newest.id }] })
  })
})

test('the pipeline only counts what was closed more than 90 days ago, which the table lists by the same days', async () => {
  const { company_id } = await stored({ status: 'won' })
  const { client } = callers.admin
  const { data: owner } = await client.rpc('owners').limit(1).single().throwOnError()
  const [day] = await query<{ today: string; since: string; before: string }>(
    `select d.today::text, private.business_midnight(d.today - 90)::text as since,
       (private.business_midnight(d.today - 90) - interval '1 ms')::text as before
     from (select private.business_today() as today) d`,
  )
  const closed = async (closed_at: string) =>
    (await stored({ company_id, status: 'won', closed_at, owner_id: owner.id })).id
  const [shown, archived] = [await closed(String(day?.since)), await closed(String(day?.before))]
  const { data } = await client.rpc('pipeline', { owner: owner.id }).throwOnError()
  const won = data.find(({ stage }) => stage === 'won')
  expect(won).toMatchObject({
    archived: 1,
    cards: expect.arrayContaining([expect.objectContaining({ id: shown })]),
  })
  const listed = async (which: 'shown' | 'archived') => {
    const path = stagePath('won', owner.id, which, String(day?.today))
    const { view: _, ...filters } = Object.fromEntries(new URL(path, 'https://pbx.example').searchParams)
    const asked = { search: '', filters, sort: 'created_at', descending: true, after: null, before: null }
    const { rows } = await listRecords(client, { table: 'opportunities', tenantId: null }, asked)
    return rows.map(({ id }) => id)
  }
  expect(await listed('archived')).toEqual([archived])
  expect(await listed('shown')).toContain(shown)
  expect(await listed('shown')).not.toContain(archived)
})

test('the pipeline is empty for a user without sales permissions', async () => {
  const { data } = await callers.tech.client.rpc('pipeline', {}).throwOnError()
  expect(data.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0])
})
