import { Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { lateDialog } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useTasks } from '@/hooks/use-tasks'
import type { Subject } from '@/lib/notes/subject'
import { subjectOf, type Task } from '@/lib/notes/tasks'
import { TaskList } from './task-list'
import { TaskRow } from './task-row'

const TaskDialog = lateDialog(dynamic(() => import('./task-dialog').then((module) => module.TaskDialog)))

/** Tasks about a customer, an opportunity or a tenant, earliest due first. */
export function TasksCard({ subject, mayChange }: { subject: Subject; mayChange: boolean }) {
  const today = useBusinessDay()
  const [open, setOpen] = useState<Task | 'new' | null>(null)
  return (
    <Card
      title="Tasks"
      flush
      actions={
        mayChange ? (
          <Button size="sm" icon={Plus} onClick={() => setOpen('new')}>
            New task
          </Button>
        ) : undefined
      }
    >
      <Loaded
        query={useTasks(subject)}
        title="The tasks could not be loaded"
        pending={<Skeleton className="mx-4 my-3 h-5" />}
        empty={<p className="px-4 py-3 text-sm text-text-muted">No open tasks.</p>}
      >
        {(tasks) => (
          <TaskList tasks={tasks} className="divide-y divide-border">
            {(task) => (
              <TaskRow
                key={task.id}
                task={task}
                today={today}
                mayChange={mayChange}
                shows={task.subject_id === subject.id ? ['assignee'] : ['assignee', 'subject']}
                onEdit={() => setOpen(task)}
              />
            )}
          </TaskList>
        )}
      </Loaded>
      {open ? (
        <TaskDialog
          subject={open === 'new' ? subject : subjectOf(open)}
          task={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </Card>
  )
}
