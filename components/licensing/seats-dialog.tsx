import { FormDialog } from '@/components/common/form-dialog'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useValidatedForm } from '@/hooks/use-validated-form'
import { useWrite } from '@/hooks/use-write'
import { seatsForm } from '@/lib/billing/forms'
import { PRODUCT_LABELS, type Seats, setSeats } from '@/lib/licensing/seats'
import { countOf } from '@/lib/words'

/** The number of seats of a product, and whether the limit is hard. */
export function SeatsDialog({
  tenantId,
  seats,
  onClose,
}: {
  tenantId: string
  seats: Seats
  onClose: () => void
}) {
  const write = useWrite()
  const { register, errorAt, whenValid, formState, watch, draft } = useValidatedForm(
    seatsForm,
    {
      purchased: seats.purchased,
      cap: seats.cap,
    },
    { name: `seats ${tenantId} ${seats.product}`, version: seats.purchased },
  )
  const purchased = Number(watch('purchased'))
  const save = whenValid(async (wanted) => {
    await write((supabase) => setSeats(supabase, tenantId, seats, wanted), 'Seats changed')
  })

  return (
    <FormDialog
      title={PRODUCT_LABELS[seats.product]}
      submitLabel="Save seats"
      size="sm"
      dirty={formState.isDirty}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <FormRow
        label="Seats purchased"
        hint={`${seats.assigned} assigned, ${seats.used} used, ${seats.billed} billed.`}
        error={errorAt('purchased')}
        required
      >
        <Input {...register('purchased')} inputMode="numeric" />
      </FormRow>
      <FormRow
        label="Cap"
        hint={seats.product === 'extension' ? 'Extension seats always have a hard cap.' : undefined}
        error={errorAt('cap')}
      >
        <Select
          {...register('cap')}
          options={[
            { value: 'hard', label: 'Hard: refuse seats above it' },
            { value: 'soft', label: 'Soft: warn', disabled: seats.product === 'extension' },
          ]}
        />
      </FormRow>
      {purchased < seats.assigned ? (
        <Alert tone="warning" quiet>
          {countOf(seats.assigned, 'seat')} {seats.assigned === 1 ? 'is' : 'are'} assigned. Nobody loses one,
          but no more can be assigned under a hard cap.
        </Alert>
      ) : null}
    </FormDialog>
  )
}
