import { useContext } from 'react'
import useSWR from 'swr'
import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { TenantContext } from '@/hooks/use-tenant'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'

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
  const current = useContext(TenantContext)?.id
  const { data } = useSWR('tenants-to-choose', async () =>
    dataOf(
      await (await getSupabase())
        .from('companies')
        .select('name, domain_uuid, tenant_code')
        .eq('type', 'tenant')
        .order('name'),
    ),
  )
  const others = data?.filter(({ domain_uuid }) => domain_uuid && domain_uuid !== current)
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
