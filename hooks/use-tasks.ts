import type { Subject } from '@/lib/notes/subject'
import { listAssignees, listNumberAssigners, listTasks, tasksOf } from '@/lib/notes/tasks'
import { keys } from './keys'
import { useFollowed } from './use-followed-list'
import { useQuery } from './use-query'

/** The tasks about a subject, as anyone assigns and does them. */
export function useTasks(subject: Subject) {
  const key = keys.tasks(subject.kind, subject.id)
  useFollowed({ table: 'tasks', tenantId: null }, key)
  return useQuery(key, (supabase) => listTasks(supabase, subject), { early: true })
}

/** The open tasks of a member, as anyone assigns and does them. */
export function useTasksOf(id: string | undefined) {
  useFollowed({ table: 'tasks', tenantId: null }, keys.tasks('member', id ?? ''))
  return useQuery(id ? keys.tasks('member', id) : null, (supabase) => tasksOf(supabase, id ?? ''))
}

/** Possible assignees of a task about such a subject. */
export const useAssignees = (kind: Subject['kind']) =>
  useQuery(keys.assignees(kind), (supabase) => listAssignees(supabase, kind))

/** Members who can be asked to add numbers to a tenant. */
export const useNumberAssigners = () => useQuery(keys.numberStaff(), listNumberAssigners)
