import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { useTenantId } from '@/hooks/use-tenant'
import { useTenantChoices } from '@/hooks/use-tenants'

export interface TenantChoiceProps {
  value: string | null
  onChange: (id: string | null) => void
  label?: string
  error?: string
  required?: boolean
  disabled?: boolean
}

/** Another tenant than the one on the page, found by its company's name or code. */
export function TenantChoice({
  value,
  onChange,
  label = 'To the tenant',
  error,
  required = true,
  disabled,
}: TenantChoiceProps) {
  const current = useTenantId()
  const others = useTenantChoices()?.filter(({ domain_uuid }) => domain_uuid && domain_uuid !== current)
  const chosen = others?.find(({ domain_uuid }) => domain_uuid === value)
  return (
    <FormRow label={label} error={error} required={required}>
      <Combobox
        value={value ?? ''}
        text={chosen?.name ?? 'Choose a tenant'}
        muted={!chosen}
        disabled={disabled}
        searchLabel="Find a tenant"
        options={others?.map(({ domain_uuid, name, tenant_code }) => ({
          value: domain_uuid ?? '',
          label: name,
          keywords: tenant_code ?? undefined,
        }))}
        onSelect={onChange}
      />
    </FormRow>
  )
}
