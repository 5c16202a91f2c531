import { ListSelect } from '@/components/common/list-select'
import { FormRow } from '@/components/ui/form-row'
import { useOfferedRecords, useReferenceLabel } from '@/hooks/use-record-labels'
import { OPEN_OPPORTUNITY, recordOf } from '@/lib/resources/kinds'

export interface OpportunityFieldProps {
  value: string | null
  onChange: (id: string | null) => void
  required?: boolean
}

/** Selects an opportunity that is not lost, by name. The choices load when it opens. */
export function OpportunityField({ value, onChange, required = false }: OpportunityFieldProps) {
  const { found, error, retry, list } = useOfferedRecords(OPEN_OPPORTUNITY, null)
  return (
    <FormRow label="Opportunity" required={required}>
      <ListSelect
        value={value}
        onChange={onChange}
        label={useReferenceLabel(recordOf('opportunities'), value, null)}
        noneLabel={required ? 'Choose an opportunity' : 'None'}
        clearable={!required}
        searchLabel="Find an opportunity"
        options={found?.map(([id, name]) => ({ value: id, label: name }))}
        list={list}
        error={error}
        retry={retry}
      />
    </FormRow>
  )
}
