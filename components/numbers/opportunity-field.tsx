import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { useOpportunityChoices } from '@/hooks/use-opportunity'

const NONE = 'none'

export interface OpportunityFieldProps {
  value: string | null
  onChange: (id: string | null) => void
  required?: boolean
}

/** An opportunity that is not lost, found by its name; the newest first. */
export function OpportunityField({ value, onChange, required = false }: OpportunityFieldProps) {
  const { data } = useOpportunityChoices()
  const chosen = data?.find(({ id }) => id === value)
  const options = data?.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormRow label="Opportunity" required={required}>
      <Combobox
        value={value ?? (required ? '' : NONE)}
        text={chosen?.name ?? (required ? 'Choose an opportunity' : 'None')}
        muted={!chosen}
        searchLabel="Find an opportunity"
        options={required ? options : options && [{ value: NONE, label: 'None' }, ...options]}
        onSelect={(id) => onChange(id === NONE ? null : id)}
      />
    </FormRow>
  )
}
