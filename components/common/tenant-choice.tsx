import { ReferenceSelect } from '@/components/common/reference-select'
import { FormRow } from '@/components/ui/form-row'
import { useTenantId } from '@/hooks/use-tenant'
import { TENANT } from '@/lib/resources/kinds'

export interface TenantChoiceProps {
  value: string | null
  onChange: (id: string | null) => void
  label?: string
  required?: boolean
  disabled?: boolean
}

/** Selects another tenant, by its company's name or code. */
export function TenantChoice({
  value,
  onChange,
  label = 'Tenant',
  required = true,
  disabled,
}: TenantChoiceProps) {
  const current = useTenantId()
  return (
    <FormRow label={label} required={required}>
      <ReferenceSelect
        required={required}
        noneLabel="No tenant"
        to={TENANT}
        value={value}
        onChange={onChange}
        without={current ? [current] : []}
        disabled={disabled}
      />
    </FormRow>
  )
}
