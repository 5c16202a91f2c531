import { listNotes } from '@/lib/notes/notes'
import type { Subject } from '@/lib/notes/subject'
import { listAssignees, listNumberAssigners, listTasks, tasksOf } from '@/lib/notes/tasks'
import { keys } from './keys'
import { useMember } from './use-member'
import { useQuery } from './use-query'

export const useNotes = (subject: Subject) =>
  useQuery(keys.notes(subject.kind, subject.id), (supabase) => listNotes(supabase, subject))

export const useTasks = (subject: Subject) =>
  useQuery(keys.tasks(subject.kind, subject.id), (supabase) => listTasks(supabase, subject))

/** The open tasks of the signed-in member. */
export function useMyTasks() {
  const { member } = useMember()
  const id = member?.id
  return useQuery(id ? keys.tasks('member', id) : null, (supabase) => tasksOf(supabase, id ?? ''))
}

/** Possible assignees of a task about such a subject. */
export const useAssignees = (kind: Subject['kind']) =>
  useQuery(keys.assignees(kind), (supabase) => listAssignees(supabase, kind))

/** Members who can be asked to add numbers to a tenant. */
export const useNumberAssigners = () => useQuery(keys.numberStaff(), listNumberAssigners)
