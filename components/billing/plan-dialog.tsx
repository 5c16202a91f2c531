import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useDraft } from '@/hooks/use-draft'
import { useWrite } from '@/hooks/use-write'
import { CURRENCIES } from '@/lib/billing/account'
import { createRatePlan } from '@/lib/billing/rates'
import { RATE_PLANS } from '@/lib/supabase/constraints'

/** A new rate plan, without rates. */
export function PlanDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const write = useWrite()
  const [id] = useState(() => crypto.randomUUID())
  const [name, setName] = useState('')
  const [currency, setCurrency] = useState('USD')
  const [problem, setProblem] = useState<string>()
  const draft = useDraft('rate-plan new', null, name === '' ? {} : { name, currency }, (typed) => {
    setName(typed.name ?? name)
    setCurrency(typed.currency ?? currency)
  })

  async function save() {
    const missing = name.trim() === ''
    setProblem(missing ? 'Enter a name.' : undefined)
    if (missing) return false
    await write(
      (supabase) => createRatePlan(supabase, { id, name: name.trim(), currency }),
      'Rate plan created',
    )
    onCreated(id)
    return true
  }

  return (
    <FormDialog
      title="New rate plan"
      submitLabel="Create plan"
      size="sm"
      dirty={name !== ''}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <FormRow label="Name" error={problem} required>
        <Input
          maxLength={RATE_PLANS.name.maxLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </FormRow>
      <FormRow label="Currency" hint="For accounts in the same currency.">
        <Select
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
          options={CURRENCIES.map((value) => ({ value, label: value }))}
        />
      </FormRow>
    </FormDialog>
  )
}
