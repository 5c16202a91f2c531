import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import { ACCEPTED_PROBLEMS } from '@/lib/supabase/constraints'
import type { Problem } from '@/lib/telephony/routing/problems/problem'
import { acceptProblem } from '@/lib/tenants/checks-client'

/** Asks why a problem is accepted. */
export function AcceptDialog({ problem, onClose }: { problem: Problem; onClose: () => void }) {
  const tenantId = useCurrentTenantId()
  const write = useWrite()
  const [id] = useState(() => crypto.randomUUID())
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const draft = useDraft(`accept ${tenantId} ${problem.key}`, null, note === '' ? {} : { note }, (typed) =>
    setNote(typed.note ?? ''),
  )
  return (
    <FormDialog
      title="Accept this problem?"
      description={problem.text}
      submitLabel="Accept"
      dirty={note !== ''}
      draft={draft}
      onClose={onClose}
      onSave={async () => {
        setMissing(note.trim() === '')
        if (note.trim() === '') return false
        await write((supabase) => acceptProblem(supabase, tenantId, id, problem, note), 'Problem accepted')
        return true
      }}
    >
      <p className="mb-4 text-sm text-text-muted">
        It is no longer counted. It comes back if the problem changes.
      </p>
      <FormRow
        label="Why it is acceptable"
        required
        error={missing ? 'Enter a reason for your colleagues.' : undefined}
      >
        <Textarea
          value={note}
          maxLength={ACCEPTED_PROBLEMS.note.maxLength}
          rows={3}
          onChange={(event) => setNote(event.target.value)}
        />
      </FormRow>
    </FormDialog>
  )
}
