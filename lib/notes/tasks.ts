import { companyPath, opportunityPath, tenantPath } from '../record-paths'
import type { Choice } from '../records/field'
import type { Permissions } from '../session/permissions'
import { addOnce } from '../supabase/add-once'
import { dataOf, requireChange } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import { columnOf, type Subject, subjectColumns } from './subject'

export type Task = Tables<'tasks'> & {
  /** Names of the record the task is about and of its assignee. */
  subject_name: string | null
  assignee_name: string | null
}

/** Input of the form. `due_on` is a date ("2026-03-05"). */
export interface TaskInput {
  name: string
  assignee_id: string | null
  due_on: string | null
}

/** How many open tasks a list shows; the lists below have one more, if there is one. */
export const TASKS_SHOWN = 100
const SHOWN_DONE = 10

/** A subject's open tasks, the earliest due first, and the last ten done. */
export async function listTasks(supabase: Supabase, subject: Subject): Promise<Task[]> {
  const all = () => supabase.from('task_list').select('*').eq(columnOf(subject), subject.id)
  const [open, done] = await Promise.all([
    all()
      .is('done_at', null)
      .order('due_on', { nullsFirst: false })
      .order('created_at')
      .limit(TASKS_SHOWN + 1),
    all().not('done_at', 'is', null).order('done_at', { ascending: false }).limit(SHOWN_DONE),
  ])
  return [...dataOf(open), ...dataOf(done)] as Task[]
}

/** A member's open tasks, the earliest due first. */
export async function tasksOf(supabase: Supabase, memberId: string): Promise<Task[]> {
  const query = supabase.from('task_list').select('*').eq('assignee_id', memberId).is('done_at', null)
  return dataOf(
    await query
      .order('due_on', { nullsFirst: false })
      .order('created_at')
      .limit(TASKS_SHOWN + 1),
  ) as Task[]
}

/** Adds a task. Idempotent by id. */
export async function addTask(
  supabase: Supabase,
  subject: Subject,
  task: TaskInput & { id: string },
): Promise<void> {
  const row = { ...task, ...subjectColumns(subject) }
  await addOnce(supabase, 'tasks', row)
}

/** A task; null if there is none. */
export async function loadTask(supabase: Supabase, id: string): Promise<Task | null> {
  return dataOf(await supabase.from('task_list').select('*').eq('id', id).maybeSingle()) as Task | null
}

/** Changes a task. Throws if it has been changed by someone else or deleted, or must not be changed. */
export async function changeTask(
  supabase: Supabase,
  { id, version }: Pick<Task, 'id' | 'version'>,
  change: Partial<TaskInput> & { done_at?: string | null },
): Promise<void> {
  const made = { ...change, version: version + 1 }
  requireChange(await supabase.from('tasks').update(made).eq('id', id).select('id'))
}

/** Possible assignees of a task about such a subject: active members who may see it, by name. */
export async function listAssignees(supabase: Supabase, kind: Subject['kind']): Promise<Choice[]> {
  const members = dataOf(await supabase.rpc('assignees', { subject: kind }))
  return members.map(({ id, name }) => ({ value: id, label: name }))
}

/** Members who can be asked to add numbers to a tenant, by name. */
export async function listNumberAssigners(supabase: Supabase): Promise<Choice[]> {
  return dataOf(await supabase.rpc('number_assigners')).map(({ id, name }) => ({ value: id, label: name }))
}

/** The subject of a task. */
export function subjectOf({ company_id, opportunity_id, subject_id }: Task): Subject {
  return { kind: company_id ? 'company' : opportunity_id ? 'opportunity' : 'tenant', id: subject_id }
}

/** The page of a task's subject for the user. */
export function taskPath(permissions: Permissions | undefined, task: Task): string {
  const { kind, id } = subjectOf(task)
  if (kind === 'company') return companyPath(permissions, id)
  return kind === 'opportunity' ? opportunityPath(id) : tenantPath(id)
}

/** Compares a due date with today: "overdue", "today" or "later"; also "later" without a due date. */
export function dueness(dueOn: string | null, today: string): 'overdue' | 'today' | 'later' {
  if (dueOn === null || dueOn > today) return 'later'
  return dueOn === today ? 'today' : 'overdue'
}
