import useSWR from 'swr'
import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'

const NONE = 'none'
const MOST = 1000

export interface OpportunityFieldProps {
  value: string | null
  onChange: (id: string | null) => void
  required?: boolean
}

/** An opportunity that is not lost, found by its name; the newest first. */
export function OpportunityField({ value, onChange, required = false }: OpportunityFieldProps) {
  const { data } = useSWR('opportunities-to-choose', async () =>
    dataOf(
      await (await getSupabase())
        .from('opportunities')
        .select('id, name')
        .neq('status', 'lost')
        .order('created_at', { ascending: false })
        .limit(MOST),
    ),
  )
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
