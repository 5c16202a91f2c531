import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Moment } from '@/components/common/moment'
import { ResourcePage } from '@/components/records/resource-page'
import { SuperadminNav } from '@/components/staff/superadmin-nav'
import { StatusBadge } from '@/components/ui/status-badge'
import type { RecordRow } from '@/lib/records/field'
import { freeSwitch } from '@/lib/resources/switch'
import { versionProblem } from '@/lib/switches/configuration-files'
import type { ConnectedSwitch } from './switch-connection'
import { SwitchTenants } from './switch-tenants'

const SwitchConnection = dynamic(() =>
  import('./switch-connection').then((module) => module.SwitchConnection),
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
