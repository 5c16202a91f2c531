import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useDraft, useOwnId } from '@/hooks/use-draft'
import { useNumberAssigners } from '@/hooks/use-tasks'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import { addTask } from '@/lib/notes/tasks'
import type { Choice } from '@/lib/records/field'

const BLANK = { wish: '', due_on: '', assignee_id: '' }

/** Members who can add numbers to the tenant, and a task for one of them. */
export function RequestNumbers({ onClose }: { onClose: () => void }) {
  const query = useNumberAssigners()
  const { id: tenantId } = useCurrentTenant()
  const write = useWrite()
  const ownId = useOwnId()
  const [values, setValues] = useState(BLANK)
  const [missing, setMissing] = useState(false)
  const staff = query.data ?? []
  const assignee = values.assignee_id || staff[0]?.value
  const dirty = JSON.stringify(values) !== JSON.stringify(BLANK)
  const draft = useDraft(
    `ask-for-numbers ${tenantId}`,
    null,
    dirty ? { values } : {},
    (typed) => setValues(typed.values ?? values),
    ownId,
  )

  async function ask() {
    const wish = values.wish.trim()
    setMissing(!wish)
    if (!wish || !assignee) return false
    const name = staff.find(({ value }) => value === assignee)?.label ?? ''
    const [id] = ownId
    const task = { id, name: `Add numbers: ${wish}`, assignee_id: assignee, due_on: values.due_on || null }
    await write(
      (supabase) => addTask(supabase, { kind: 'tenant', id: tenantId }, task),
      `Task assigned to ${name}`,
    )
    return true
  }

  return (
    <FormDialog
      title="Request numbers"
      description="The people below can assign numbers to tenants. One of them gets a task for this tenant."
      submitLabel="Request"
      size="sm"
      dirty={dirty}
      draft={draft}
      ready={Boolean(assignee)}
      onSave={ask}
      onClose={onClose}
    >
      <Loaded
        query={query}
        pending={<Skeleton className="h-16 w-full" />}
        empty={<Alert tone="warning">No active user can assign numbers to tenants. Ask a superadmin.</Alert>}
      >
        {(people: Choice[]) => (
          <>
            <FormRow
              label="Numbers needed"
              required
              error={missing ? 'Enter the numbers you need.' : undefined}
            >
              <Input
                autoComplete="off"
                maxLength={180}
                placeholder="2 in area code 406, one of them for fax"
                value={values.wish}
                onChange={(event) => setValues({ ...values, wish: event.target.value })}
              />
            </FormRow>
            <FormRow label="Needed by">
              <Input
                type="date"
                value={values.due_on}
                onChange={(event) => setValues({ ...values, due_on: event.target.value })}
              />
            </FormRow>
            <FormRow label="Assign to">
              <Select
                options={people}
                value={assignee ?? ''}
                onChange={(event) => setValues({ ...values, assignee_id: event.target.value })}
              />
            </FormRow>
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}
