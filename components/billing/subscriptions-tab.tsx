import { Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { failureOf, inTable } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import type { MenuEntry } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { TextLink } from '@/components/ui/text-link'
import { useBillingOverview, useSeats, useSubscriptions } from '@/hooks/use-billing'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useMember } from '@/hooks/use-member'
import { useWrite } from '@/hooks/use-write'
import { deleteSubscription, endedLast, isOneTime, type Subscription } from '@/lib/billing/subscriptions'
import { PRODUCT_LABELS } from '@/lib/licensing/seats'
import { tenantPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import { subscriptionColumns, subscriptionName } from './subscription-columns'
import type { TabProps } from './tab-props'

const SubscriptionDialog = lateDialog(
  dynamic(() => import('./subscription-dialog').then((m) => m.SubscriptionDialog), {
    ssr: false,
  }),
)
const ChangeDialog = lateDialog(
  dynamic(() => import('./change-dialog').then((m) => m.ChangeDialog), { ssr: false }),
)
const EndDialog = lateDialog(dynamic(() => import('./end-dialog').then((m) => m.EndDialog), { ssr: false }))

type Asked = { kind: 'edit' | 'change' | 'end' | 'delete'; subscription: Subscription } | { kind: 'new' }

/** What a tenant is charged for regularly or once, as of the company's today. */
export function SubscriptionsTab({ tenantId }: TabProps) {
  const query = useSubscriptions(tenantId)
  const today = useBusinessDay()
  const { data } = query
  const overview = useBillingOverview(tenantId)
  const write = useWrite()
  const { permissions } = useMember()
  const [asked, setAsked] = useState<Asked | null>(null)
  // A guess at the currency would be wrong for some.
  if (!overview.data) return failureOf(overview) ?? <Skeleton className="h-64 w-full" />
  const { currency } = overview.data

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
      ? [{ kind: 'action', label: 'Edit', onSelect: ask('edit') }]
      : []
    // With another end, a one-time sale would count as not billed.
    const move: MenuEntry[] =
      edit.length > 0 && !isOneTime(subscription)
        ? [
            { kind: 'action', label: 'Change from a date', onSelect: ask('change') },
            { kind: 'action', label: 'Set end date', onSelect: ask('end') },
          ]
        : []
    const remove: MenuEntry[] = may(permissions, 'billing', 'delete')
      ? [{ kind: 'action', label: 'Delete', danger: true, onSelect: ask('delete') }]
      : []
    return [...edit, ...move, ...remove]
  }

  return (
    <>
      <div className="mb-3 flex justify-end empty:hidden">{data?.length ? add : null}</div>
      <UnboughtSeats tenantId={tenantId} />
      <DataTable
        label="Subscriptions"
        columns={subscriptionColumns(currency, today, entries)}
        rowKey={(row) => row.id}
        {...inTable(query)}
        rows={data && endedLast(data, today)}
        empty={
          <EmptyState title="No subscriptions yet" action={add}>
            What this tenant pays every month, quarter or year is listed here.
          </EmptyState>
        }
      />
      {asked?.kind === 'new' ? (
        <SubscriptionDialog tenantId={tenantId} currency={currency} subscription={null} onClose={close} />
      ) : null}
      {asked?.kind === 'edit' ? (
        <SubscriptionDialog
          tenantId={tenantId}
          currency={currency}
          subscription={asked.subscription}
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'change' ? (
        <ChangeDialog subscription={asked.subscription} currency={currency} onClose={close} />
      ) : null}
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
          Only subscriptions that were never invoiced can be deleted. Set an end date for the others. If all
          its invoices are void, edit it and set its price and setup fee to 0.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** Seats that subscriptions pay for and that are not purchased: a hard cap would refuse them to a customer who pays. */
function UnboughtSeats({ tenantId }: { tenantId: string }) {
  const unbought = useSeats(tenantId).data?.filter(({ billed, purchased }) => billed > purchased) ?? []
  if (unbought.length === 0) return null
  return (
    <Alert tone="warning" role="status" title="More seats are billed than purchased" className="mb-3">
      {unbought
        .map(
          ({ product, billed, purchased }) =>
            `${PRODUCT_LABELS[product]}: ${billed} billed, ${purchased} purchased`,
        )
        .join('. ')}
      . <TextLink href={`${tenantPath(tenantId)}/licensing`}>Change seats</TextLink>
    </Alert>
  )
}
