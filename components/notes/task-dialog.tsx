import { pickBy } from 'es-toolkit/object'
import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { Select } from '@/components/ui/select'
import { useDraft, useOwnId } from '@/hooks/use-draft'
import { useMember } from '@/hooks/use-member'
import { useAssignees } from '@/hooks/use-tasks'
import { useWrite } from '@/hooks/use-write'
import { Refusal, RequestFailure } from '@/lib/errors'
import type { Subject } from '@/lib/notes/subject'
import { addTask, changeTask, loadTask, type Task, type TaskInput } from '@/lib/notes/tasks'
import { deleteRecord } from '@/lib/records/record-client'
import { TASKS } from '@/lib/supabase/constraints'

const CHANGED =
  'Someone else has changed this task. The form now shows their changes, with yours on top. Save it again to keep yours.'

const isConflict = (error: unknown) => error instanceof Refusal && error.reason === 'conflict'

const inputOf = ({ name, assignee_id, due_on }: Task): TaskInput => ({ name, assignee_id, due_on })

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
  const { member } = useMember()
  const assignees = useAssignees(subject.kind)
  const ownId = useOwnId(task?.id)
  // The stored task that the form is based on.
  const [base, setBase] = useState(task)
  const before = base ? inputOf(base) : { name: '', assignee_id: member?.id ?? null, due_on: null }
  const [values, setValues] = useState<TaskInput>(before)
  const [deleting, setDeleting] = useState(false)
  const [missing, setMissing] = useState(false)
  const choices = assignees.data ?? []
  const { assignee_id: held, assignee_name } = base ?? {}
  const holder =
    held && !choices.some(({ value }) => value === held)
      ? [{ value: held, label: assignee_name ?? held }]
      : []
  const typed: Partial<TaskInput> = pickBy(values, (value, column) => value !== before[column])
  const dirty = Object.keys(typed).length > 0
  const draft = useDraft(
    `task ${task?.id ?? subject.id}`,
    base?.version ?? null,
    typed,
    // Over what others have saved since.
    (kept) => setValues((now) => ({ ...now, ...kept })),
    ownId,
  )

  async function save() {
    const input = { ...values, name: values.name.trim() }
    setMissing(!input.name)
    if (!input.name) return false
    await write(async (supabase) => {
      if (!base) return addTask(supabase, subject, { id: ownId[0], ...input })
      try {
        await changeTask(supabase, base, input)
      } catch (error) {
        const newer = isConflict(error) ? await loadTask(supabase, base.id) : null
        if (!newer) throw error
        setBase(newer)
        setValues({ ...inputOf(newer), ...pickBy(input, (value, column) => value !== before[column]) })
        // The form is over theirs now, so it is no longer a conflict.
        throw new RequestFailure(CHANGED, 409)
      }
    })
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
          maxLength={TASKS.name.maxLength}
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
          options={[...holder, ...choices]}
          value={values.assignee_id ?? ''}
          onChange={(event) => setValues({ ...values, assignee_id: event.target.value || null })}
        />
      </FormRow>
      {task ? (
        <div>
          <Button size="sm" variant="ghost" onClick={() => setDeleting(true)}>
            Delete task
          </Button>
        </div>
      ) : null}
      {task && deleting ? (
        <ConfirmDialog
          open
          onOpenChange={setDeleting}
          title="Delete this task?"
          confirmLabel="Delete"
          zIndex={60}
          onConfirm={async () => {
            await write((supabase) => deleteRecord(supabase, 'tasks', null, task), 'Task deleted')
            draft.forget()
            onClose()
          }}
        >
          {task.name}
        </ConfirmDialog>
      ) : null}
    </FormDialog>
  )
}
