import { ListSelect } from '@/components/common/list-select'
import { FormRow } from '@/components/ui/form-row'
import { useOpportunityChoices } from '@/hooks/use-opportunity'
import { useReferenceLabel } from '@/hooks/use-record-labels'

const OPPORTUNITIES = { table: 'opportunities', columns: ['name'], noun: 'opportunity' } as const

export interface OpportunityFieldProps {
  value: string | null
  onChange: (id: string | null) => void
  required?: boolean
}

/** Selects an opportunity that is not lost, by name, newest first. The choices load when it opens. */
export function OpportunityField({ value, onChange, required = false }: OpportunityFieldProps) {
  const { found, list } = useOpportunityChoices()
  return (
    <FormRow label="Opportunity" required={required}>
      <ListSelect
        value={value}
        onChange={onChange}
        label={useReferenceLabel(OPPORTUNITIES, value, null)}
        noneLabel={required ? 'Choose an opportunity' : 'None'}
        clearable={!required}
        searchLabel="Find an opportunity"
        options={found?.map(({ id, name }) => ({ value: id, label: name }))}
        list={list}
      />
    </FormRow>
  )
}
