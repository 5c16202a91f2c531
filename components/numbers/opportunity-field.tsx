import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { useListTyping } from '@/hooks/use-narrowed'
import { useOpportunityChoices } from '@/hooks/use-opportunity'
import { useReferenceLabel } from '@/hooks/use-record-labels'

const NONE = 'none'
const OPPORTUNITIES = { table: 'opportunities', columns: ['name'], noun: 'opportunity' } as const

export interface OpportunityFieldProps {
  value: string | null
  onChange: (id: string | null) => void
  required?: boolean
}

/** An opportunity that is not lost, found by its name; the newest first. What there is to choose is fetched when it opens. */
export function OpportunityField({ value, onChange, required = false }: OpportunityFieldProps) {
  const typing = useListTyping()
  const { found, more, looking } = useOpportunityChoices(typing)
  const name = useReferenceLabel(OPPORTUNITIES, value, null)
  const options = found?.map((choice) => ({ value: choice.id, label: choice.name }))
  const nothing = required ? 'Choose an opportunity' : 'None'
  return (
    <FormRow label="Opportunity" required={required}>
      <Combobox
        value={value ?? (required ? '' : NONE)}
        text={value ? (name ?? '…') : nothing}
        muted={!value}
        searchLabel="Find an opportunity"
        onOpen={typing.onOpen}
        onType={typing.onType}
        more={more}
        loading={looking}
        options={required ? options : options && [{ value: NONE, label: 'None' }, ...options]}
        onSelect={(id) => onChange(id === NONE ? null : id)}
      />
    </FormRow>
  )
}
