import { useContext } from 'react'
import useSWR from 'swr'
import type { BulkAction } from '@/components/resource/bulk-action'
import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { TenantContext } from '@/hooks/use-tenant'
import { Refusal } from '@/lib/errors'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'

/** Gives each selected number to another tenant; one that something still refers to is refused. */
export const moveToTenant: BulkAction<Tables<'dids'>> = {
  label: 'Move to another tenant',
  question: (count) =>
    `${count === 1 ? 'This number leaves' : `These ${count} numbers leave`} the tenant with no route left behind. Numbers that serve as a caller ID stay.`,
  choose: TenantChoice,
  async run(row, tenantId) {
    const supabase = await getSupabase()
    const moved = dataOf(
      await supabase
        .from('dids')
        .update({ tenant_id: tenantId })
        .eq('id', row.id)
        .eq('version', row.version)
        .select('id'),
    )
    if (moved.length === 0) throw new Refusal('Someone else has changed this number since.', 409, 'conflict')
  },
}

/** Another tenant than the one on the page, found by its company's name. */
function TenantChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
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
    <FormRow label="To the tenant" required>
      <Combobox
        value={value ?? ''}
        text={chosen?.name ?? 'Choose a tenant'}
        muted={!chosen}
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
