import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useDraft } from '@/hooks/use-draft'
import { useWrite } from '@/hooks/use-write'
import { CURRENCIES } from '@/lib/billing/account'
import { createRatePlan, type RatePlan, renameRatePlan } from '@/lib/billing/rates'
import { RATE_PLANS } from '@/lib/supabase/constraints'

/** Creates a rate plan, without rates, or renames one. */
export function PlanDialog({
  plan: current,
  onClose,
  onSaved,
}: {
  /** Null for a new one. */
  plan: RatePlan | null
  onClose: () => void
  onSaved: (id: string) => void
}) {
  const write = useWrite()
  // What someone else saves meanwhile is not overwritten: it is a conflict.
  const [plan] = useState(current)
  const [id] = useState(() => plan?.id ?? crypto.randomUUID())
  const [name, setName] = useState(plan?.name ?? '')
  const [currency, setCurrency] = useState('USD')
  const [problem, setProblem] = useState<string>()
  const dirty = name !== (plan?.name ?? '')
  const draft = useDraft(
    `rate-plan ${plan?.id ?? 'new'}`,
    plan?.version ?? null,
    dirty ? { name, currency } : {},
    (typed) => {
      setName(typed.name ?? name)
      setCurrency(typed.currency ?? currency)
    },
  )

  async function save() {
    const missing = name.trim() === ''
    setProblem(missing ? 'Enter a name.' : undefined)
    if (missing) return false
    await write(
      (supabase) =>
        plan
          ? renameRatePlan(supabase, plan, name.trim())
          : createRatePlan(supabase, { id, name: name.trim(), currency }),
      plan ? 'Rate plan renamed' : 'Rate plan created',
    )
    onSaved(id)
    return true
  }

  return (
    <FormDialog
      title={plan ? `Rename ${plan.name}` : 'New rate plan'}
      submitLabel={plan ? 'Save' : 'Create plan'}
      size="sm"
      dirty={dirty}
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
      {plan ? null : (
        <FormRow label="Currency" hint="For accounts in the same currency.">
          <Select
            value={currency}
            onChange={(event) => setCurrency(event.target.value)}
            options={CURRENCIES.map((value) => ({ value, label: value }))}
          />
        </FormRow>
      )}
    </FormDialog>
  )
}
