import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { ResourcePage } from '@/components/records/resource-page'
import { lateDialog } from '@/components/ui/late-code'
import { useMember } from '@/hooks/use-member'
import { dayLabel } from '@/lib/dates/format'
import { type PortStep, portSteps } from '@/lib/numbers/port-steps'
import { opportunityPath, tenantPath } from '@/lib/record-paths'
import { portOrder } from '@/lib/resources/port-order'
import { may } from '@/lib/session/permissions'
import type { Tables } from '@/lib/supabase/database.types'
import { DeletePortOrder } from './delete-port-order'
import { PortState } from './number-status'
import { PortOrderEditor } from './port-order-editor'

const PortStepDialog = lateDialog(
  dynamic(() => import('./port-step-dialog').then((module) => module.PortStepDialog)),
)

type PortOrder = Tables<'port_orders'>
type ListedOrder = PortOrder & {
  numbers: number
  tenant_name: string | null
  opportunity_name: string | null
}

const LINK = 'inline-block min-w-0 rounded-sm align-bottom hover:underline sm:max-w-48 sm:truncate'

/** The port orders, with the steps that each can take next. */
export function PortOrderList() {
  const { permissions } = useMember()
  const [taken, setTaken] = useState<{ order: PortOrder; step: PortStep } | null>(null)
  return (
    <>
      <ResourcePage
        resource={portOrder}
        editor={PortOrderEditor}
        deleteDialog={DeletePortOrder}
        cells={{
          state: ({ state, exception_reason }) => (
            <span className="inline-flex flex-wrap items-center gap-1.5 max-sm:justify-end">
              <PortState state={state} />
              {exception_reason ? (
                <span
                  className="text-sm text-text-muted sm:inline-block sm:max-w-80 sm:truncate"
                  title={exception_reason}
                >
                  {exception_reason}
                </span>
              ) : null}
            </span>
          ),
          tenant_name: (row) => {
            const { for_tenant_id, tenant_name } = row as ListedOrder
            return for_tenant_id ? (
              <Link className={LINK} href={tenantPath(for_tenant_id)} title={tenant_name ?? undefined}>
                {tenant_name}
              </Link>
            ) : null
          },
          opportunity_name: (row) => {
            const { opportunity_id, opportunity_name } = row as ListedOrder
            return opportunity_id ? (
              <Link
                className={LINK}
                href={opportunityPath(opportunity_id)}
                title={opportunity_name ?? undefined}
              >
                {opportunity_name}
              </Link>
            ) : null
          },
          foc_date: ({ foc_date }) =>
            foc_date ? <span className="numeric">{dayLabel(foc_date)}</span> : null,
        }}
        rowActions={(order: PortOrder) =>
          may(permissions, 'numbers', 'edit')
            ? portSteps(order.state).map((step) => ({
                kind: 'action',
                label: step.label,
                danger: step.danger,
                onSelect: () => setTaken({ order, step }),
              }))
            : []
        }
        emptyText="Port orders bring a customer’s numbers here. Create one from checked numbers in Port availability."
      />
      {taken ? <PortStepDialog {...taken} onClose={() => setTaken(null)} /> : null}
    </>
  )
}
