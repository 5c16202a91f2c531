import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useDraft } from '@/hooks/use-draft'
import { useMember } from '@/hooks/use-member'
import { useAssignees } from '@/hooks/use-notes'
import { useAction, useWrite } from '@/hooks/use-write'
import type { Subject } from '@/lib/notes/subject'
import { addTask, changeTask, removeTask, type Task } from '@/lib/notes/tasks'

/** A task's form; a new task is assigned to the user by default. */
export function TaskDialog({
  subject,
  task,
  onClose,
}: {
  subject: Subject
  task: Task | null
  onClose: () => void
}) {
  const write = useWrite()
  const { act, pending } = useAction()
  const { member } = useMember()
  const assignees = useAssignees(subject.kind)
  const [id] = useState(() => task?.id ?? crypto.randomUUID())
  const before = {
    name: task?.name ?? '',
    assignee_id: task ? task.assignee_id : (member?.id ?? null),
    due_on: task?.due_on ?? null,
  }
  const [values, setValues] = useState(before)
  const [missing, setMissing] = useState(false)
  const dirty = JSON.stringify(values) !== JSON.stringify(before)
  const draft = useDraft(
    `task ${task?.id ?? subject.id}`,
    task?.version ?? null,
    dirty ? { values } : {},
    (typed) => {
      if (typed.values) setValues(typed.values)
    },
  )

  async function save() {
    const input = { ...values, name: values.name.trim() }
    setMissing(!input.name)
    if (!input.name) return false
    await write((supabase) =>
      task ? changeTask(supabase, task, input) : addTask(supabase, subject, { id, ...input }),
    )
    return true
  }

  return (
    <FormDialog
      title={task ? 'Edit task' : 'New task'}
      submitLabel={task ? 'Save task' : 'Add task'}
      size="sm"
      dirty={dirty}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <FormRow label="Task" required error={missing ? 'Enter what needs to be done.' : undefined}>
        <Input
          maxLength={200}
          autoComplete="off"
          value={values.name}
          onChange={(event) => setValues({ ...values, name: event.target.value })}
        />
      </FormRow>
      <FormRow label="Due">
        <Input
          type="date"
          value={values.due_on ?? ''}
          onChange={(event) => setValues({ ...values, due_on: event.target.value || null })}
        />
      </FormRow>
      <FormRow label="Who">
        <Select
          placeholder="Nobody yet"
          options={assignees.data ?? []}
          value={values.assignee_id ?? ''}
          onChange={(event) => setValues({ ...values, assignee_id: event.target.value || null })}
        />
      </FormRow>
      {task ? (
        <div>
          <Button
            size="sm"
            variant="ghost"
            loading={pending}
            onClick={() =>
              void act((supabase) => removeTask(supabase, task.id), 'Task deleted').then(
                (done) => done && onClose(),
              )
            }
          >
            Delete task
          </Button>
        </div>
      ) : null}
    </FormDialog>
  )
}
