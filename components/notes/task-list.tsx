import { type ReactNode, type Ref } from 'react'
import { type Task, TASKS_SHOWN } from '@/lib/notes/tasks'

/** Tasks, earliest due first, as many as a list has room for; says when there are more. */
export function TaskList({
  tasks,
  children,
  ...list
}: {
  tasks: readonly Task[]
  /** Draws a task as a list item with a key. */
  children: (task: Task) => ReactNode
  ref?: Ref<HTMLUListElement>
  className?: string
}) {
  const beyond = tasks.filter(({ done_at }) => done_at === null)[TASKS_SHOWN]
  return (
    <>
      <ul {...list}>{tasks.filter((task) => task !== beyond).map(children)}</ul>
      {beyond ? (
        <p className="border-t border-border px-4 py-2 text-sm text-text-muted">
          The first {TASKS_SHOWN}. Others appear as these are done.
        </p>
      ) : null}
    </>
  )
}
