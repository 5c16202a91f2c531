import { X } from 'lucide-react'
import { useController, useWatch } from 'react-hook-form'
import { TenantChoice } from '@/components/common/tenant-choice'
import { IconButton } from '@/components/ui/icon-button'
import { useReferenceLabels } from '@/hooks/use-record-labels'
import type { RecordValues } from '@/lib/records/field'
import { TENANT } from '@/lib/resources/kinds'

interface Served {
  id: string
  tenant_id: string
}

/** The tenants that a switch serves, where it does not serve all. */
export function SwitchTenants() {
  const all = useWatch<RecordValues>({ name: 'all_tenants' })
  const { field } = useController<RecordValues>({ name: 'switch_tenants' })
  const served = (field.value ?? []) as Served[]
  const ids = served.map(({ tenant_id }) => tenant_id)
  const labels = useReferenceLabels(TENANT, ids, null)
  if (all === true) return null
  const nameOf = (id: string) => labels?.get(id) ?? '…'
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-border p-3">
      <h3 className="text-base font-semibold">Tenants</h3>
      <ul className="flex flex-col divide-y divide-border">
        {served.map(({ id, tenant_id }) => (
          <li key={id} className="flex items-center justify-between gap-2 py-1">
            {nameOf(tenant_id)}
            <IconButton
              size="sm"
              label={`Remove ${nameOf(tenant_id)}`}
              icon={<X aria-hidden size={14} />}
              onClick={() => field.onChange(served.filter((one) => one.id !== id))}
            />
          </li>
        ))}
      </ul>
      <TenantChoice
        label="Add a tenant"
        required={false}
        value={null}
        onChange={(tenant_id) => {
          if (!tenant_id || served.some((one) => one.tenant_id === tenant_id)) return
          field.onChange([...served, { id: crypto.randomUUID(), tenant_id }])
        }}
      />
    </section>
  )
}
