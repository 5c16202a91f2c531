import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { IconButton } from '@/components/ui/icon-button'
import { TextLink } from '@/components/ui/text-link'
import { useAction } from '@/hooks/use-write'
import type { Day } from '@/lib/dates/day'
import { dayLabel } from '@/lib/dates/format'
import { changeTask, dueness, type Task } from '@/lib/notes/tasks'

/** A task with a check box: name, due date, and its assignee or subject. */
export function TaskRow({
  task,
  today,
  mayChange,
  shows,
  subjectPath,
  onEdit,
}: {
  task: Task
  /** The business day. */
  today: Day
  mayChange: boolean
  /** Which names are shown. */
  shows: readonly ('assignee' | 'subject')[]
  /** The subject's page, if its name is to be linked to it. */
  subjectPath?: string
  onEdit?: () => void
}) {
  const { act, pending } = useAction()
  const [ticked, setTicked] = useState(false)
  const { name, due_on, done_at, assignee_name, subject_name } = task
  const state = done_at ? 'done' : dueness(due_on, today)
  const subject = subject_name ?? 'Tenant'

  function tick(done: boolean) {
    setTicked(done)
    void act((supabase) => changeTask(supabase, task, { done_at: done ? new Date().toISOString() : null }))
  }

  return (
    <li className="flex items-start gap-2 px-4 py-2 text-sm">
      <Checkbox
        label={<span className={done_at ? 'text-text-muted line-through' : 'font-medium'}>{name}</span>}
        className="flex-1"
        checked={pending ? ticked : done_at !== null}
        disabled={!mayChange}
        // A disabled control would lose the keyboard's place.
        aria-disabled={pending}
        onChange={(event) => pending || tick(event.target.checked)}
        hint={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 wrap-anywhere">
            {due_on ? <span>due {dayLabel(due_on)}</span> : null}
            {state === 'overdue' ? <Badge tone="danger">Overdue</Badge> : null}
            {state === 'today' ? <Badge tone="warning">Today</Badge> : null}
            {shows.includes('assignee') ? <span>{assignee_name ?? 'Unassigned'}</span> : null}
            {shows.includes('subject') ? (
              subjectPath ? (
                <TextLink href={subjectPath}>{subject}</TextLink>
              ) : (
                <span>{subject}</span>
              )
            ) : null}
          </span>
        }
      />
      {onEdit && mayChange ? (
        <IconButton label={`Edit ${name}`} icon={Pencil} iconSize={14} onClick={onEdit} />
      ) : null}
    </li>
  )
}
