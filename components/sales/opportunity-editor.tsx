import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { EditorProps } from '@/components/records/record-form'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { lateDialog } from '@/components/ui/late-code'
import { Select } from '@/components/ui/select'
import { useMember } from '@/hooks/use-member'
import { useContacts, useOwners } from '@/hooks/use-opportunity'
import { ownerChoices } from '@/lib/sales/opportunity'
import { stageOf, STAGES } from '@/lib/sales/stages'
import { may } from '@/lib/session/permissions'
import { OPPORTUNITIES } from '@/lib/supabase/constraints'
import { CompanyField } from './company-field'
import { ItemRows } from './item-rows'
import { MoneyInput } from './money-input'

const NewContactDialog = lateDialog(
  dynamic(() => import('./new-contact-dialog').then((module) => module.NewContactDialog)),
)

/** The form fields edited as text. */
interface OpportunityForm {
  name: string
  company_id: string
  contact_id: string | null
  amount: string
  close_date: string | null
  status: string
  probability: number | string
  lost_reason: string | null
  owner_id: string | null
}

const OPEN_OR_LOST = STAGES.filter(({ value }) => value !== 'won')

/** The form of an opportunity with its line items. It does not win one: that shows what is set up first (StageMoves). */
export function OpportunityEditor(props: EditorProps) {
  const { register, setValue, watch, formState } = useFormContext<OpportunityForm>()
  const [companyId, status] = watch(['company_id', 'status'])
  const contacts = useContacts(companyId)
  const owners = useOwners()
  const { permissions } = useMember()
  const mayAddContacts = may(permissions, 'sales', 'create') || may(permissions, 'customers', 'create')
  const [making, setMaking] = useState(false)
  const isWon = props.stored?.status === 'won'
  const errorAt = (field: keyof OpportunityForm) => formState.errors[field]?.message

  return (
    <>
      <FormRow label="Name" required error={errorAt('name')}>
        <Input maxLength={OPPORTUNITIES.name.maxLength} autoComplete="off" {...register('name')} />
      </FormRow>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <CompanyField onChanged={() => setValue('contact_id', null, { shouldDirty: true })} />
        <ChoiceField
          name="contact_id"
          label="Contact"
          options={(contacts.data ?? []).map(({ id, name, role }) => ({
            value: id,
            label: role ? `${name}, ${role}` : name,
          }))}
          hint={companyId && contacts.data?.length === 0 ? 'The company has no contacts yet.' : undefined}
          action={
            companyId && mayAddContacts ? (
              <Button size="sm" onClick={() => setMaking(true)}>
                New contact
              </Button>
            ) : undefined
          }
        />
        <FormRow
          label="Stage"
          required
          hint={isWon ? undefined : 'To win it, use “Move to…” on its page: it shows what will be set up.'}
          error={errorAt('status')}
        >
          <Select
            options={isWon ? STAGES : OPEN_OR_LOST}
            {...register('status', {
              onChange: (event) =>
                setValue('probability', stageOf(event.target.value).probability, { shouldDirty: true }),
            })}
          />
        </FormRow>
        <FormRow label="Probability" hint="Percent." error={errorAt('probability')}>
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            disabled={status === 'won' || status === 'lost'}
            {...register('probability')}
          />
        </FormRow>
        {status === 'lost' ? (
          <FormRow
            label="Reason for losing"
            required
            error={errorAt('lost_reason')}
            className="sm:col-span-2"
          >
            <Input maxLength={OPPORTUNITIES.lost_reason.maxLength} {...register('lost_reason')} />
          </FormRow>
        ) : null}
        <FormRow label="Amount" hint="US dollars." error={errorAt('amount')}>
          <MoneyInput name="amount" />
        </FormRow>
        <FormRow label="Close date" error={errorAt('close_date')}>
          <Input type="date" {...register('close_date', { setValueAs: (value) => value || null })} />
        </FormRow>
        <ChoiceField name="owner_id" label="Owner" options={ownerChoices(owners.data, watch('owner_id'))} />
      </div>
      <ItemRows {...props} />
      {making ? (
        <NewContactDialog
          companyId={companyId}
          onClose={() => setMaking(false)}
          onMade={(id) => setValue('contact_id', id, { shouldDirty: true })}
        />
      ) : null}
    </>
  )
}

function ChoiceField({
  name,
  label,
  options,
  hint,
  action,
}: {
  name: 'contact_id' | 'owner_id'
  label: string
  options: readonly { value: string; label: string }[]
  hint?: string
  /** Beside the choice. */
  action?: ReactNode
}) {
  // The options load after the value, which a registered select would lose.
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController<OpportunityForm>({ name })
  return (
    <div className="flex items-start gap-2">
      <FormRow label={label} hint={hint} error={fieldState.error?.message} className="min-w-0 flex-1">
        <Select
          ref={ref}
          name={name}
          onBlur={onBlur}
          placeholder="None"
          options={options}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value || null)}
        />
      </FormRow>
      {action ? <div className="mt-7 touch:mt-7.5">{action}</div> : null}
    </div>
  )
}
