import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useWrite } from '@/hooks/use-write'
import { type Quote, quoteTitle, stepQuote } from '@/lib/sales/quotes'
import { QUOTES as LIMITS } from '@/lib/supabase/constraints'

/** Records that the customer declined a quote, and why. */
export function DeclineDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const write = useWrite()
  // What was answered since is not overwritten: it is a conflict.
  const [seen] = useState(quote)
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={`${quoteTitle(quote)} was declined`}
      submitLabel="Save"
      size="sm"
      dirty={reason !== ''}
      draft={null}
      onSave={async () => {
        await write((supabase) => stepQuote(supabase, seen, 'declined', reason.trim()))
        return true
      }}
      onClose={onClose}
    >
      <FormRow label="Reason">
        <Input
          maxLength={LIMITS.decline_reason.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </FormRow>
    </FormDialog>
  )
}
