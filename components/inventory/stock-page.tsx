import { ScanBarcode } from 'lucide-react'
import dynamic from 'next/dynamic'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useState } from 'react'
import { ResourcePage } from '@/components/records/resource-page'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-code'
import { PageHeader } from '@/components/ui/page-header'
import { useIsCollectingQueries } from '@/hooks/initial-data'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useIsInBrowser } from '@/hooks/use-is-in-browser'
import { useMember } from '@/hooks/use-member'
import { useReceiving } from '@/hooks/use-receiving'
import { prefetchRecords } from '@/hooks/use-record-query'
import { useUser } from '@/hooks/use-user'
import { counts } from '@/lib/inventory/receiving'
import { stockItem } from '@/lib/resources/stock-item'
import { may } from '@/lib/session/permissions'
import type { INVENTORY } from '@/lib/supabase/constraints'
import type { Tables } from '@/lib/supabase/database.types'
import { LookUpButton } from './look-up-button'
import { StockLevels } from './stock-levels'
import { StockStatus, Warranty } from './stock-status'

const ReceivingDialog = lateDialog(
  dynamic(() => import('./receiving-dialog').then((module) => module.ReceivingDialog)),
)
const CheckOut = lateDialog(dynamic(() => import('./check-out').then((module) => module.CheckOut)))

type StockItem = Tables<'inventory'>

/** Statuses from which a phone can be checked out; the database decides to whom. */
const CHECKED_OUT_FROM: readonly string[] = [
  'in_stock',
  'reserved',
  'staged',
  'shipped',
] satisfies readonly (typeof INVENTORY.status.choices)[number][]

/**
 * Stock list and levels for users with access to the section, and the receiving station for everyone who sets up phones. With
 * `?short=true` only the models below their minimum.
 */
export function StockPage() {
  const { permissions } = useMember()
  const today = useBusinessDay()
  const [receiving, setReceiving] = useQueryState('receive', parseAsBoolean.withDefault(false))
  const [short] = useQueryState('short', parseAsBoolean.withDefault(false))
  const [leaving, setLeaving] = useState<StockItem | null>(null)
  // Kept here rather than in the dialog, so that pending scans are sent while the page is open.
  const station = useReceiving(useUser()?.id ?? '')
  const mayReceive = may(permissions, 'inventory', 'create') || may(permissions, 'telephony', 'create')
  // The server asks for the list before it knows the permissions.
  const mayView = useIsCollectingQueries() || may(permissions, 'inventory')
  const openStation = () => void setReceiving(true, { history: 'push' })
  const scan = (
    <>
      <LookUpButton />
      {mayReceive ? (
        <Button variant={mayView ? 'secondary' : 'primary'} icon={ScanBarcode} onClick={openStation}>
          <span>
            Receive<span className="max-sm:sr-only"> by scanning</span>
          </span>
        </Button>
      ) : null}
    </>
  )
  const counted = counts(station.receipts)
  const waiting = counted.waiting + counted.removing
  // They are kept in the browser; the server has none.
  const unsettled = useIsInBrowser() && waiting + counted.rejected > 0
  // What was scanned is also shown to users who may receive no more.
  const showsStation = receiving && (mayReceive || unsettled)

  return (
    <>
      {mayView ? null : (
        <PageHeader
          title="Inventory"
          description="Receive phones as they arrive, or scan one to look it up and assign it to a tenant."
          actions={scan}
        />
      )}
      {unsettled && !showsStation ? (
        <Alert
          tone="warning"
          role="status"
          className="mb-4"
          action={
            <Button size="sm" onClick={openStation}>
              Show the scans
            </Button>
          }
        >
          {waiting > 0 ? (
            <p>
              {waiting === 1 ? 'One scan is' : `${waiting} scans are`} waiting to be sent. This page sends
              them as soon as there is a connection.
            </p>
          ) : null}
          {counted.rejected > 0 ? (
            <p>{counted.rejected === 1 ? 'One scan was' : `${counted.rejected} scans were`} rejected.</p>
          ) : null}
        </Alert>
      ) : null}
      {mayView && short ? (
        <>
          <PageHeader
            title="Below minimum"
            breadcrumbs={[{ label: 'Inventory', href: '/app/inventory' }]}
            actions={scan}
          />
          <StockLevels />
        </>
      ) : null}
      {mayView && !short ? (
        <ResourcePage
          resource={stockItem}
          cells={{
            status: (item: StockItem) => <StockStatus status={item.status} />,
            warranty_months: (item: StockItem) => <Warranty item={item} today={today} />,
          }}
          above={<StockLevels />}
          actions={scan}
          emptyText="Receive the first phones by scanning, or import a list."
          rowActions={(item: StockItem) =>
            item.mac && CHECKED_OUT_FROM.includes(item.status)
              ? [{ kind: 'action', label: 'Check out to a tenant', onSelect: () => setLeaving(item) }]
              : []
          }
        />
      ) : null}
      {showsStation ? <ReceivingDialog receiving={station} onClose={() => void setReceiving(null)} /> : null}
      {leaving ? <CheckOut item={leaving} onClose={() => setLeaving(null)} /> : null}
    </>
  )
}
StockPage.ahead = prefetchRecords(stockItem)
