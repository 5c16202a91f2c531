import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addNote, listNotes } from '@/lib/notes/notes'
import { addTask, changeTask, listAssignees, listTasks, tasksOf } from '@/lib/notes/tasks'
import { deleteRecord } from '@/lib/records/record-client'
import { customerActivity, recentActivity } from '@/lib/trail/recent'
import { type Caller, callersByRole, newMember, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertTenant, newCompany, newContact } from '../support/factories/companies'
import { insertRow, unique, uniqueNumber } from '../support/factories/row'
import { newNote, newOpportunity, newTask } from '../support/factories/sales'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

/** A customer with a tenant and an opportunity. */
async function customer() {
  const { company, tenant } = await insertTenant(`Noted ${unique()}`)
  const opportunity = await insertRow('opportunities', await newOpportunity({ company_id: company.id }))
  return { company, tenant, opportunity }
}

test('a task cannot be assigned to a disabled member', async () => {
  const member = await newMember('admin')
  const offered = async () =>
    (await callers.admin.client.rpc('assignees', { subject: 'tenant' }).throwOnError()).data.map(
      ({ id }) => id,
    )
  expect(await offered()).toContain(member.memberId)
  await callers.superadmin.client.from('members').update({ status: 'disabled' }).eq('id', member.memberId)
  expect(await offered()).not.toContain(member.memberId)
})

describe('the timeline of a customer', () => {
  test('shows the notes and tasks of the company, its opportunities and its tenant, and no others', async () => {
    const { company, tenant, opportunity } = await customer()
    const { client } = callers.admin
    await insertRow('notes', await newNote({ body: 'Another company’s' }))
    const subjects = [
      { kind: 'company', id: company.id },
      { kind: 'opportunity', id: opportunity.id },
      { kind: 'tenant', id: tenant.id },
    ] as const
    for (const subject of subjects) {
      await addNote(client, subject, { id: randomUUID(), body: `About the ${subject.kind}` })
      await addTask(client, subject, {
        id: randomUUID(),
        name: `For the ${subject.kind}`,
        assignee_id: null,
        due_on: null,
      })
    }
    const notes = await listNotes(client, subjects[0], 3)
    expect(notes.map(({ body, subject_name }) => [body, subject_name])).toEqual([
      ['About the tenant', company.name],
      ['About the opportunity', opportunity.name],
      ['About the company', company.name],
    ])
    const tasks = await listTasks(client, subjects[0])
    expect(tasks.map(({ name }) => name).sort()).toEqual([
      'For the company',
      'For the opportunity',
      'For the tenant',
    ])
    expect((await listNotes(client, subjects[2], 3)).map(({ body }) => body)).toEqual(['About the tenant'])
  })

  test('shows the latest change first, as one entry per save, along with notes', async () => {
    const { company, tenant, opportunity } = await customer()
    const { client } = callers.admin
    await addNote(client, { kind: 'opportunity', id: opportunity.id }, { id: randomUUID(), body: 'Called' })
    await addTask(
      client,
      { kind: 'tenant', id: tenant.id },
      { id: randomUUID(), name: 'Rack', assignee_id: null, due_on: null },
    )
    await client
      .from('contacts')
      .insert(await newContact({ company_id: company.id, name: 'Reception desk' }))
      .throwOnError()
    const [contact, task, note] = await customerActivity(client, company.id)
    expect(contact).toMatchObject({ table_name: 'contacts', record_label: 'Reception desk', further: 0 })
    expect(task).toMatchObject({ table_name: 'tasks', record_label: 'Rack' })
    expect(note).toMatchObject({ table_name: 'notes', action: 'insert' })
    expect(await customerActivity(callers.tech.client, company.id)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ table_name: 'contacts' })]),
    )
  })
})

describe('the activity of a customer', () => {
  test('tells an action that wrote more than is read at once, and what was done before it', async () => {
    const { client } = callers.superadmin
    const { company, tenant } = await customer()
    await client
      .from('notes')
      .insert(await newNote({ company_id: company.id }))
      .throwOnError()
    const numbers = Array.from({ length: 240 }, () => ({
      tenant_id: tenant.id,
      number: uniqueNumber(),
      status: 'assigned',
    }))
    await client.from('dids').insert(numbers).throwOnError()
    const [many, note] = await customerActivity(client, company.id)
    expect(many).toMatchObject({ table_name: 'dids', further: 239 })
    expect(note).toMatchObject({ table_name: 'notes', action: 'insert' })
  })
})

describe('recent activity', () => {
  test('counts an action once in one question, however much it wrote', async () => {
    const { client } = callers.superadmin
    const { tenant } = await insertTenant(`Busy ${unique()}`)
    const rule = await FACTORIES.call_block_rules({ tenant_id: tenant.id })
    const rules = (count: number, first: number) =>
      Array.from({ length: count }, (_, n) => ({ ...rule, id: randomUUID(), number: `+1207${first + n}` }))
    await client.from('call_block_rules').insert(rules(1, 5_550_100)).throwOnError()
    await client.from('call_block_rules').insert(rules(240, 5_551_000)).throwOnError()
    await client.from('call_block_rules').insert(rules(2, 5_552_000)).throwOnError()
    const rpc = vi.spyOn(client, 'rpc')
    const from = vi.spyOn(client, 'from')
    const told = await recentActivity(client, tenant.id)
    expect(rpc).toHaveBeenCalledOnce()
    expect(from).not.toHaveBeenCalled()
    rpc.mockRestore()
    from.mockRestore()
    expect(told.slice(0, 3).map(({ further }) => further)).toEqual([1, 239, 0])
    expect(told[2]).toMatchObject({ action: 'insert', table_name: 'call_block_rules' })
  })

  test('names a record that was saved with its parts, without counting these', async () => {
    const { tenant } = await insertTenant(`Grouped ${unique()}`)
    const { id: extension } = await insertRow(
      'extensions',
      await FACTORIES.extensions({ tenant_id: tenant.id }),
    )
    await query(
      `with made as (insert into public.ring_groups (tenant_id, name, number) values ($1, 'Sales', '6000') returning id)
       insert into public.ring_group_members (tenant_id, ring_group_id, extension_id, position)
       select $1, made.id, $2, 1 from made`,
      [tenant.id, extension],
    )
    const [saved] = await recentActivity(callers.superadmin.client, tenant.id)
    expect(saved).toMatchObject({ table_name: 'ring_groups', record_label: 'Sales', further: 0 })
  })
})

describe('a task', () => {
  test('is in its assignee’s list until it is done, the earliest due first', async () => {
    const { client, memberId } = await newMember('admin')
    const { opportunity } = await customer()
    const subject = { kind: 'opportunity', id: opportunity.id } as const
    const given = (name: string, due_on: string | null) => ({
      id: randomUUID(),
      name,
      due_on,
      assignee_id: memberId,
    })
    const [late, soon, whenever] = [
      given('Late', '2026-02-01'),
      given('Soon', '2090-01-01'),
      given('Whenever', null),
    ]
    for (const task of [soon, whenever, late]) await addTask(client, subject, task)
    expect((await tasksOf(client, memberId)).map(({ name }) => name)).toEqual(['Late', 'Soon', 'Whenever'])
    await changeTask(client, { id: late.id, version: 1 }, { done_at: '2026-02-02T10:00:00Z' })
    await deleteRecord(client, 'tasks', null, { id: whenever.id, version: 1 })
    expect((await tasksOf(client, memberId)).map(({ name }) => name)).toEqual(['Soon'])
    expect(
      (await listTasks(client, subject)).map(({ name, assignee_name }) => [name, assignee_name]),
    ).toEqual([
      ['Soon', 'Test desk'],
      ['Late', 'Test desk'],
    ])
    expect(await storedRow('tasks', late.id)).toMatchObject({ version: 2, done_at: expect.anything() })
  })

  test('says that someone else has deleted the one that is being changed', async () => {
    const { id } = await insertRow('tasks', await newTask())
    await query('delete from public.tasks where id = $1', [id])
    const change = changeTask(callers.admin.client, { id, version: 1 }, { name: 'Rack' })
    await expect(change).rejects.toMatchObject({ reason: 'gone' })
  })

  test('can be assigned only to members who may see its subject', async () => {
    const { opportunity, tenant } = await customer()
    const { memberId: tech } = await newMember('tech')
    const { client } = callers.admin
    const ids = async (kind: 'company' | 'opportunity' | 'tenant') =>
      (await listAssignees(client, kind)).map(({ value }) => value)
    expect(await ids('opportunity')).not.toContain(tech)
    expect(await ids('tenant')).toContain(tech)
    const task = { id: randomUUID(), name: 'Bring a cable', assignee_id: tech, due_on: null }
    await expect(addTask(client, { kind: 'opportunity', id: opportunity.id }, task)).rejects.toThrow(
      'Choose someone who can see this record.',
    )
    await addTask(client, { kind: 'tenant', id: tenant.id }, task)
    expect(await storedRow('tasks', task.id)).toMatchObject({ assignee_id: tech })
    expect((await callers.tech.client.rpc('assignees', { subject: 'opportunity' })).data).toEqual([])
  })

  test('of someone who has left can be changed, and stays theirs until it is given to another', async () => {
    const { memberId } = await newMember('admin')
    const task = await insertRow('tasks', await newTask({ assignee_id: memberId }))
    await callers.superadmin.client
      .from('members')
      .update({ status: 'disabled' })
      .eq('id', memberId)
      .throwOnError()
    const { client } = callers.admin
    await changeTask(client, task, { name: task.name, assignee_id: memberId, due_on: '2026-12-01' })
    expect(await storedRow('tasks', task.id)).toMatchObject({ assignee_id: memberId, due_on: '2026-12-01' })
    await changeTask(client, { id: task.id, version: 2 }, { assignee_id: null })
    const again = changeTask(client, { id: task.id, version: 3 }, { assignee_id: memberId })
    await expect(again).rejects.toThrow('Choose someone who can see this record.')
  })

  test('cannot be moved to another subject', async () => {
    const { opportunity } = await customer()
    const task = await insertRow('tasks', await newTask({ opportunity_id: opportunity.id }))
    const other = await insertRow('opportunities', await newOpportunity())
    const { error } = await callers.admin.client
      .from('tasks')
      .update({ opportunity_id: other.id })
      .eq('id', task.id)
    expect(error?.code).toBe('23514')
    expect(await storedRow('tasks', task.id)).toMatchObject({ opportunity_id: opportunity.id })
  })

  test('has exactly one subject', async () => {
    const company = await insertRow('companies', await newCompany())
    const { opportunity } = await customer()
    const both = { name: 'Both', company_id: company.id, opportunity_id: opportunity.id }
    const { client } = callers.admin
    expect((await client.from('tasks').insert(both)).error?.code).toBe('23514')
    expect((await client.from('tasks').insert({ name: 'Neither' })).error?.code).toMatch(/23502|23514|42501/)
  })
})

describe('with its record, deleted and restored by someone else, comes back under who wrote it and when', () => {
  const restore = async (table: 'tenants' | 'opportunities', id: string) => {
    await query(`delete from public.${table} where id = $1`, [id])
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'delete'",
      [id],
    )
    const { client } = callers.superadmin
    return (await client.rpc('undo_change', { entry: String(entry?.id) }).throwOnError()).data
  }
  const signed = async (table: 'notes' | 'tasks' | 'accepted_problems' | 'provisioning_runs', id: string) => {
    const { created_at, author_name, accepted_by, assignee_id } = {
      ...(await storedRow(table, id)),
    } as Record<string, unknown>
    return { created_at, author_name, accepted_by, assignee_id }
  }

  test('a note, a task and an accepted problem of a tenant', async () => {
    const author = await newMember('superadmin')
    const { tenant } = await insertTenant(`Restored ${unique()}`)
    const rows = {
      notes: await newNote({ tenant_id: tenant.id }),
      tasks: await newTask({ tenant_id: tenant.id }),
      accepted_problems: await FACTORIES.accepted_problems({ tenant_id: tenant.id }),
    }
    for (const [table, row] of Object.entries(rows))
      await author.client
        .from(table as keyof typeof rows)
        .insert(row as never)
        .throwOnError()
    const all = () =>
      Promise.all(Object.entries(rows).map(([table, { id }]) => signed(table as 'notes', id!)))
    const before = await all()
    expect(before).toMatchObject([
      { author_name: 'Test desk' },
      { author_name: 'Test desk' },
      { accepted_by: 'Test desk' },
    ])
    expect(await restore('tenants', tenant.id)).toMatchObject({ kept: 0 })
    expect(await all()).toEqual(before)
  })

  test('a task of someone who has left, and each plan of an opportunity', async () => {
    const { opportunity } = await customer()
    const { memberId } = await newMember('admin')
    const { id } = await insertRow(
      'tasks',
      await newTask({ opportunity_id: opportunity.id, assignee_id: memberId }),
    )
    const runs = [
      await insertRow(
        'provisioning_runs',
        await FACTORIES.provisioning_runs({ opportunity_id: opportunity.id }),
      ),
      await insertRow(
        'provisioning_runs',
        await FACTORIES.provisioning_runs({ opportunity_id: opportunity.id }),
      ),
    ]
    await callers.superadmin.client
      .from('members')
      .update({ status: 'disabled' })
      .eq('id', memberId)
      .throwOnError()
    const all = () =>
      Promise.all([signed('tasks', id), ...runs.map((run) => signed('provisioning_runs', run.id))])
    const before = await all()
    expect(await restore('opportunities', opportunity.id)).toMatchObject({ kept: 0 })
    expect(await all()).toEqual(before)
  })
})

test('requests for numbers go to active members who may assign numbers', async () => {
  const demo = (
    await query<{ id: string }>('select id from public.members where user_id = any ($1)', [
      Object.values(callers).map(({ userId }) => userId),
    ])
  ).map(({ id }) => id)
  const asked = async (role: Role) =>
    ((await callers[role].client.rpc('number_assigners').throwOnError()).data ?? [])
      .map(({ id }) => id)
      .filter((id) => demo.includes(id))
  const [superadmin] = await query<{ id: string }>('select id from public.members where user_id = $1', [
    callers.superadmin.userId,
  ])
  const [tech] = await query<{ id: string }>('select id from public.members where user_id = $1', [
    callers.tech.userId,
  ])
  const shown = await asked('tech')
  expect(shown).toContain(superadmin?.id)
  expect(shown).not.toContain(tech?.id)
  expect(await asked('admin')).toEqual(shown)
})
