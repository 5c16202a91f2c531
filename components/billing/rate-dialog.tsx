import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useValidatedForm } from '@/hooks/use-validated-form'
import { useWrite } from '@/hooks/use-write'
import { rateForm } from '@/lib/billing/forms'
import { CALL_COST } from '@/lib/billing/money'
import { type PlanRate, saveRate } from '@/lib/billing/rates'

export function RateDialog({
  planId,
  rate,
  onClose,
}: {
  planId: string
  rate: PlanRate | null
  onClose: () => void
}) {
  const write = useWrite()
  const [id] = useState(() => rate?.id ?? crypto.randomUUID())
  const { register, errorAt, whenValid, formState, draft } = useValidatedForm(
    rateForm,
    {
      prefix: rate?.prefix ?? '',
      description: rate?.description ?? '',
      connect_fee: rate?.connect_fee.toFixed(CALL_COST) ?? '0.0000',
      included_seconds: rate?.included_seconds ?? 0,
      cost_per_minute: rate?.cost_per_minute.toFixed(CALL_COST) ?? '',
      first_increment: rate?.first_increment ?? 60,
      next_increment: rate?.next_increment ?? 60,
    },
    { name: `rate ${rate?.id ?? planId}`, version: rate?.version ?? null },
  )
  const save = whenValid(async (terms) => {
    await write((supabase) => saveRate(supabase, planId, id, rate?.version ?? null, terms), 'Rate saved')
  })

  return (
    <FormDialog
      title={rate ? 'Edit rate' : 'Add rate'}
      submitLabel="Save rate"
      dirty={formState.isDirty}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormRow
          label="Prefix"
          error={errorAt('prefix')}
          hint="First digits of the number with its country code, as in 44. Empty: all other destinations, and short numbers such as 411."
        >
          <Input {...register('prefix')} inputMode="numeric" />
        </FormRow>
        <FormRow label="Destination" error={errorAt('description')} hint="Shown on the invoice.">
          <Input {...register('description')} />
        </FormRow>
        <FormRow label="Cost per minute" error={errorAt('cost_per_minute')} required>
          <Input {...register('cost_per_minute')} inputMode="decimal" />
        </FormRow>
        <FormRow label="Connect fee" error={errorAt('connect_fee')} hint="Only when the call is answered.">
          <Input {...register('connect_fee')} inputMode="decimal" />
        </FormRow>
        <FormRow
          label="Included seconds"
          error={errorAt('included_seconds')}
          hint="Covered by the connect fee."
        >
          <Input {...register('included_seconds')} inputMode="numeric" />
        </FormRow>
        <div className="grid grid-cols-2 gap-3">
          <FormRow label="First increment" error={errorAt('first_increment')} hint="Seconds.">
            <Input {...register('first_increment')} inputMode="numeric" />
          </FormRow>
          <FormRow label="Next increments" error={errorAt('next_increment')} hint="Seconds.">
            <Input {...register('next_increment')} inputMode="numeric" />
          </FormRow>
        </div>
      </div>
    </FormDialog>
  )
}
