import { Loaded } from '@/components/common/loaded'
import { Card } from '@/components/ui/card'
import { lateKeepPlace } from '@/components/ui/late-keep-place'
import { Skeleton } from '@/components/ui/skeleton'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useMember } from '@/hooks/use-member'
import { useTasksOf } from '@/hooks/use-tasks'
import { mayEditNotes } from '@/lib/notes/permissions'
import { subjectOf, taskPath } from '@/lib/notes/tasks'
import { TaskList } from './task-list'
import { TaskRow } from './task-row'

/** The user's tasks. */
export function MyTasks() {
  return <TasksOf member={useMember().member?.id} title="My tasks" />
}

/** A member's open tasks, earliest due first. */
export function TasksOf({ member, title }: { member: string | undefined; title: string }) {
  const { permissions } = useMember()
  const query = useTasksOf(member)
  const today = useBusinessDay()
  return (
    <Card title={title} flush>
      <Loaded
        query={query}
        title="The tasks could not be loaded"
        pending={<Skeleton className="mx-4 my-3 h-10" />}
        empty={
          <p className="px-4 py-3 text-sm text-text-muted">
            No open tasks. Tasks on customers, opportunities and tenants appear here.
          </p>
        }
      >
        {(tasks) => (
          <TaskList
            tasks={tasks}
            ref={lateKeepPlace}
            className="max-h-96 divide-y divide-border overflow-y-auto"
          >
            {(task) => (
              <TaskRow
                key={task.id}
                task={task}
                today={today}
                mayChange={mayEditNotes(permissions, subjectOf(task).kind)}
                shows={['subject']}
                subjectPath={taskPath(permissions, task)}
              />
            )}
          </TaskList>
        )}
      </Loaded>
    </Card>
  )
}
