import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useWrite } from '@/hooks/use-write'
import { endSubscription, type Subscription } from '@/lib/billing/subscriptions'

/** Sets the last day that a subscription is charged. */
export function EndDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const write = useWrite()
  const today = useBusinessDay()
  const [day, setDay] = useState(subscription.ends_on ?? today)
  const [problem, setProblem] = useState<string>()

  async function save() {
    const found = !day
      ? 'Enter a date.'
      : day < subscription.starts_on
        ? 'Enter a date on or after the start.'
        : undefined
    setProblem(found)
    if (found) return false
    await write((supabase) => endSubscription(supabase, subscription, day), 'End set')
    return true
  }

  return (
    <FormDialog
      title="Set end date"
      submitLabel="Set end"
      size="sm"
      dirty={day !== (subscription.ends_on ?? today)}
      draft={null}
      onSave={save}
      onClose={onClose}
    >
      <FormRow
        label="Last day charged"
        error={problem}
        hint={
          subscription.prorate
            ? 'Later days already charged are credited on the next invoice.'
            : 'The cycle of this day is charged in full.'
        }
        required
      >
        <Input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      </FormRow>
    </FormDialog>
  )
}
