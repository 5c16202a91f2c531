import { ScanBarcode } from 'lucide-react'
import dynamic from 'next/dynamic'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useState } from 'react'
import { ResourcePage } from '@/components/resource/resource-page'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { useMember } from '@/hooks/use-member'
import { may } from '@/lib/permissions'
import { stockItem } from '@/lib/resources/stock-item'
import type { Tables } from '@/lib/supabase/database.types'
import { StockLevels } from './stock-levels'
import { StockStatus } from './stock-status'

const ReceivingDialog = dynamic(() => import('./receiving-dialog').then((module) => module.ReceivingDialog))
const CheckOut = dynamic(() => import('./check-out').then((module) => module.CheckOut))

type StockItem = Tables<'inventory'>

/**
 * Stock: its list and levels for who has the section, and for all who set up phones the station at which they are
 * received by scanning.
 */
export function StockPage() {
  const { permissions } = useMember()
  const [receiving, setReceiving] = useQueryState('receive', parseAsBoolean.withDefault(false))
  const [leaving, setLeaving] = useState<StockItem | null>(null)
  const mayReceive = may(permissions, 'inventory', 'create') || may(permissions, 'telephony', 'create')
  const mayView = may(permissions, 'inventory')
  const scan = mayReceive ? (
    <Button
      variant={mayView ? 'secondary' : 'primary'}
      icon={<ScanBarcode aria-hidden size={14} />}
      onClick={() => void setReceiving(true)}
    >
      Receive by scanning
    </Button>
  ) : null

  return (
    <>
      {mayView ? null : (
        <PageHeader
          title="Inventory"
          description="Scan the phones that arrive. They are assigned on the page of a tenant’s devices."
          actions={scan}
        />
      )}
      {mayView ? (
        <ResourcePage
          resource={stockItem}
          cells={{ status: (item: StockItem) => <StockStatus status={item.status} /> }}
          above={<StockLevels />}
          actions={scan}
          emptyText="Receive the first phones by scanning, or import a list."
          rowActions={(item: StockItem) =>
            item.mac && ['in_stock', 'reserved', 'staged', 'shipped'].includes(item.status)
              ? [{ kind: 'action', label: 'Check out to a tenant', onSelect: () => setLeaving(item) }]
              : []
          }
        />
      ) : null}
      {receiving && mayReceive ? <ReceivingDialog onClose={() => void setReceiving(null)} /> : null}
      {leaving ? <CheckOut item={leaving} onClose={() => setLeaving(null)} /> : null}
    </>
  )
}
