import { X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { ReferenceSelect } from '@/components/common/reference-select'
import { Moment } from '@/components/common/relative-time'
import { ResourcePage } from '@/components/records/resource-page'
import { SuperadminNav } from '@/components/staff/superadmin-nav'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { keepPlace } from '@/components/ui/keep-place'
import { lateDialog } from '@/components/ui/late-code'
import { StatusBadge } from '@/components/ui/status-badge'
import { useReferenceLabels } from '@/hooks/use-record-labels'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { TENANT } from '@/lib/resources/kinds'
import { freeSwitch } from '@/lib/resources/switch'
import { versionProblem } from '@/lib/switches/configuration-files'
import { LOST_WITH_SWITCHES } from '@/lib/telephony/lost-voicemail'
import type { ConnectedSwitch } from './switch-connection'

const SwitchConnection = lateDialog(
  dynamic(() => import('./switch-connection').then((module) => module.SwitchConnection)),
)

const DeleteSwitch = lateDialog(
  dynamic(() => import('./delete-switch').then((module) => module.DeleteSwitch)),
)

/** The FreeSWITCH servers that get their configuration and call routing from here. */
export function SwitchesPage() {
  const [connecting, setConnecting] = useState<ConnectedSwitch | null>(null)
  return (
    <>
      <ResourcePage
        resource={freeSwitch}
        above={<SuperadminNav />}
        sections={SwitchTenants}
        cells={{
          freeswitch_version: ({ freeswitch_version }) =>
            freeswitch_version && versionProblem(freeswitch_version) ? (
              <StatusBadge tone="warning">{freeswitch_version}, too old</StatusBadge>
            ) : (
              freeswitch_version || <span className="text-text-muted">Not stated</span>
            ),
          all_tenants: ({ all_tenants, tenant_count }) => (all_tenants ? 'All' : tenant_count),
          secret_set_at: ({ secret_set_at }) =>
            secret_set_at ? <Moment at={secret_set_at} /> : <StatusBadge tone="warning">None</StatusBadge>,
          last_seen_at: ({ last_seen_at }) =>
            last_seen_at ? <Moment at={last_seen_at} /> : <span className="text-text-muted">Never</span>,
        }}
        deleteDialog={DeleteSwitch}
        deletesForGood={LOST_WITH_SWITCHES}
        rowActions={(row) => [{ kind: 'action', label: 'Connect', onSelect: () => setConnecting(row) }]}
        onCreated={(row) => setConnecting({ ...(row as RecordRow & ConnectedSwitch), secret_set_at: null })}
        emptyText="Add a FreeSWITCH, then paste its files into it."
      />
      {connecting ? (
        <SwitchConnection key={connecting.id} row={connecting} onClose={() => setConnecting(null)} />
      ) : null}
    </>
  )
}

interface Served {
  id: string
  tenant_id: string
}

/** The tenants a switch serves, if not all. */
function SwitchTenants() {
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
      <ul ref={keepPlace} className="flex flex-col divide-y divide-border">
        {served.map(({ id, tenant_id }) => (
          <li key={id} className="flex items-center justify-between gap-2 py-1">
            {nameOf(tenant_id)}
            <IconButton
              size="sm"
              label={`Remove ${nameOf(tenant_id)}`}
              icon={X}
              onClick={() => field.onChange(served.filter((one) => one.id !== id))}
            />
          </li>
        ))}
      </ul>
      <FormRow label="Add a tenant">
        <ReferenceSelect
          required
          to={TENANT}
          value={null}
          onChange={(tenant_id) => {
            if (!tenant_id || served.some((one) => one.tenant_id === tenant_id)) return
            field.onChange([...served, { id: crypto.randomUUID(), tenant_id }])
          }}
        />
      </FormRow>
    </section>
  )
}
