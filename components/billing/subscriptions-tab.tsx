import { Ellipsis, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Amount } from '@/components/common/amount'
import { inTable } from '@/components/common/loaded'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { StatusBadge } from '@/components/ui/status-badge'
import { useBillingOverview, useSubscriptions } from '@/hooks/use-billing'
import { useMember } from '@/hooks/use-member'
import { useWrite } from '@/hooks/use-write'
import { CYCLE_LABELS } from '@/lib/billing/cycle'
import { deleteSubscription, type Subscription, subscriptionStatus } from '@/lib/billing/subscriptions'
import { today } from '@/lib/dates/day'
import { dayLabel } from '@/lib/dates/format'
import { may } from '@/lib/session/permissions'
import type { TabProps } from './tab-props'

const SubscriptionDialog = dynamic(() => import('./subscription-dialog').then((m) => m.SubscriptionDialog), {
  ssr: false,
})
const ChangeDialog = dynamic(() => import('./change-dialog').then((m) => m.ChangeDialog), { ssr: false })
const EndDialog = dynamic(() => import('./end-dialog').then((m) => m.EndDialog), { ssr: false })

type Asked = { kind: 'edit' | 'change' | 'end' | 'delete'; subscription: Subscription } | { kind: 'new' }

const TONES = { active: 'success', upcoming: 'info', ended: 'neutral' } as const
const WORDS = { active: 'Active', upcoming: 'Upcoming', ended: 'Ended' } as const

export const subscriptionName = ({ description, services }: Subscription): string =>
  description || services?.name || 'Subscription'

export function SubscriptionsTab({ tenantId }: TabProps) {
  const query = useSubscriptions(tenantId)
  const { data } = query
  const currency = useBillingOverview(tenantId).data?.currency ?? 'USD'
  const write = useWrite()
  const { permissions } = useMember()
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayCreate = may(permissions, 'billing', 'create')
  const add = mayCreate ? (
    <Button variant="primary" icon={Plus} onClick={() => setAsked({ kind: 'new' })}>
      New subscription
    </Button>
  ) : null
  const close = () => setAsked(null)

  function entries(subscription: Subscription): MenuEntry[] {
    const ask = (kind: 'edit' | 'change' | 'end' | 'delete') => () => setAsked({ kind, subscription })
    const edit: MenuEntry[] = may(permissions, 'billing', 'edit')
      ? [
          { kind: 'action', label: 'Edit', onSelect: ask('edit') },
          { kind: 'action', label: 'Change from a date', onSelect: ask('change') },
          { kind: 'action', label: 'Set end date', onSelect: ask('end') },
        ]
      : []
    const remove: MenuEntry[] = may(permissions, 'billing', 'delete')
      ? [{ kind: 'action', label: 'Delete', danger: true, onSelect: ask('delete') }]
      : []
    return [...edit, ...remove]
  }

  const columns: Column<Subscription>[] = [
    {
      id: 'product',
      header: 'Product',
      cell: (row) => (
        <>
          {subscriptionName(row)}
          {row.description && row.services ? (
            <span className="ml-2 font-normal text-text-muted">{row.services.name}</span>
          ) : null}
        </>
      ),
    },
    { id: 'quantity', header: 'Quantity', numeric: true, cell: (row) => row.quantity.toLocaleString('en') },
    {
      id: 'price',
      header: 'Unit price',
      numeric: true,
      cell: (row) => <Amount value={paidOnce(row) ? row.setup_fee : row.unit_price} currency={currency} />,
    },
    { id: 'cycle', header: 'Cycle', cell: (row) => <Cycle subscription={row} /> },
    {
      id: 'amount',
      header: 'Per cycle',
      numeric: true,
      cell: (row) => (
        <Amount value={row.quantity * (paidOnce(row) ? row.setup_fee : row.unit_price)} currency={currency} />
      ),
    },
    { id: 'from', header: 'Starts', cell: (row) => dayLabel(row.starts_on) },
    { id: 'to', header: 'Ends', cell: (row) => (row.ends_on ? dayLabel(row.ends_on) : '–') },
    {
      id: 'standing',
      header: 'Status',
      cell: (row) => {
        const now = subscriptionStatus(row, today())
        return <StatusBadge tone={TONES[now]}>{WORDS[now]}</StatusBadge>
      },
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      width: 'w-12',
      cell: (row) =>
        entries(row).length > 0 ? (
          <Menu
            trigger={
              <IconButton
                size="sm"
                label={`Actions for ${subscriptionName(row)}`}
                icon={Ellipsis}
                iconSize={16}
              />
            }
            entries={entries(row)}
          />
        ) : null,
    },
  ]

  return (
    <>
      <div className="mb-3 flex justify-end empty:hidden">{data?.length ? add : null}</div>
      <DataTable
        label="Subscriptions"
        columns={columns}
        rowKey={(row) => row.id}
        {...inTable(query)}
        empty={
          <EmptyState title="No subscriptions yet" action={add}>
            What this tenant pays every month, quarter or year is listed here.
          </EmptyState>
        }
      />
      {asked?.kind === 'new' ? (
        <SubscriptionDialog tenantId={tenantId} subscription={null} onClose={close} />
      ) : null}
      {asked?.kind === 'edit' ? (
        <SubscriptionDialog tenantId={tenantId} subscription={asked.subscription} onClose={close} />
      ) : null}
      {asked?.kind === 'change' ? <ChangeDialog subscription={asked.subscription} onClose={close} /> : null}
      {asked?.kind === 'end' ? <EndDialog subscription={asked.subscription} onClose={close} /> : null}
      {asked?.kind === 'delete' ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete ${subscriptionName(asked.subscription)}?`}
          confirmLabel="Delete subscription"
          onConfirm={async () => {
            await write(
              (supabase) => deleteSubscription(supabase, asked.subscription),
              'Subscription deleted',
            )
          }}
        >
          Only subscriptions that were never invoiced can be deleted. Set an end date for the others.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const paidOnce = ({ unit_price, setup_fee }: Subscription) => unit_price === 0 && setup_fee > 0

function Cycle({ subscription }: { subscription: Subscription }) {
  const { cycle, prorate } = subscription
  if (paidOnce(subscription)) return 'Once'
  return (
    <span className="inline-flex items-center gap-2">
      {CYCLE_LABELS[cycle]}
      {prorate ? null : <Badge>Whole cycles</Badge>}
    </span>
  )
}
