import { TenantChoice } from '@/components/common/tenant-choice'
import type { BulkAction } from '@/components/records/bulk-action'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { assignNumbers, releaseNumbers } from '@/lib/numbers/assignments'
import type { DIDS } from '@/lib/supabase/constraints'
import type { Tables } from '@/lib/supabase/database.types'
import { sentenceCase, theseOf } from '@/lib/words'

type NumberRow = Tables<'dids'>
type DidStatus = (typeof DIDS.status.choices)[number]

const AGING = [
  { value: '90', label: '90 days' },
  { value: '30', label: '30 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '1 year' },
  { value: '0', label: 'No aging: available at once' },
]

/** Assigns numbers to a tenant, by default the proposed one. */
export const assignTo = (proposed: string | null): BulkAction<NumberRow> => ({
  label: 'Assign to a tenant',
  question: (count) =>
    `${sentenceCase(theseOf(count, 'number'))} ${count === 1 ? 'goes' : 'go'} to the tenant. Numbers that another tenant is using stay there and are listed.`,
  choose: TenantChoice,
  proposed,
  act: (supabase, rows, tenant, run) => assignNumbers(supabase, rows, tenant ?? '', run),
})

const ASSIGNABLE: readonly string[] = ['available', 'reserved'] satisfies readonly DidStatus[]

/** Whether a number can be assigned as it is: one that is aging, once that is over (assign_number). */
export const isAssignable = ({ status, aging_until }: NumberRow, today: string) =>
  ASSIGNABLE.includes(status) || (status === 'aging' && aging_until !== null && aging_until <= today)

export const release: BulkAction<NumberRow> = {
  label: 'Release',
  danger: true,
  question: (count) =>
    `${sentenceCase(theseOf(count, 'number'))} ${count === 1 ? 'leaves' : 'leave'} the tenant. Numbers that are routed, registered for 911 or used as a caller ID stay and are listed. End 911 registrations first.`,
  choose: AgingChoice,
  act: (supabase, rows, days, run) => releaseNumbers(supabase, rows, Number(days), run),
}

function AgingChoice({ value, onChange }: { value: string | null; onChange: (days: string | null) => void }) {
  return (
    <FormRow label="Aging period" hint="The number cannot be assigned again until it ends." required>
      <Select
        value={value ?? ''}
        placeholder="Choose how long"
        options={AGING}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </FormRow>
  )
}
