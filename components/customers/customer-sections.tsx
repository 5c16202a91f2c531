import { useController } from 'react-hook-form'
import type { EditorProps } from '@/components/records/record-form'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { useOwners } from '@/hooks/use-opportunity'
import { ownerChoices } from '@/lib/sales/opportunity'
import { ContactRows } from './contact-rows'

/** Below the fields of a customer: its account owner and contacts. */
export function CustomerSections(props: EditorProps) {
  return (
    <>
      <OwnerField disabled={!props.mayEdit} />
      <ContactRows {...props} />
    </>
  )
}

function OwnerField({ disabled }: { disabled: boolean }) {
  const owners = useOwners()
  // The options load after the value, which a registered select would lose.
  const {
    field: { ref, name, value, onBlur, onChange },
    fieldState,
  } = useController<{ owner_id: string | null }>({ name: 'owner_id' })
  return (
    <FormRow label="Owner" error={fieldState.error?.message} className="sm:w-1/2 sm:pr-2">
      <Select
        ref={ref}
        name={name}
        disabled={disabled}
        placeholder="None"
        options={ownerChoices(owners.data, value)}
        value={value ?? ''}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </FormRow>
  )
}
