import Link from 'next/link'
import { useRouter } from 'next/router'
import { ResourcePage } from '@/components/resource/resource-page'
import { SalesNav } from '@/components/sales/sales-nav'
import { useLiveRecords } from '@/hooks/use-live-records'
import { useMember } from '@/hooks/use-member'
import { formatMoney } from '@/lib/billing/money'
import { formatDate } from '@/lib/format-date'
import { customerPath, tenantPath } from '@/lib/paths'
import { may } from '@/lib/permissions'
import { customer } from '@/lib/resources/customer'
import type { Tables } from '@/lib/supabase/database.types'
import { CustomerSections } from './customer-sections'
import { CustomerStatus } from './customer-status'
import { OverdueInvoices } from './overdue-invoices'

const NOTHING = <span className="text-text-muted">—</span>

type Listed = Tables<'companies'> & Pick<Tables<'customer_list'>, 'seats' | 'seats_licensed' | 'balance'>

/** The list of customers. */
export function CustomerList() {
  const router = useRouter()
  const { permissions } = useMember()
  const overdue = router.query.overdue === 'true' && may(permissions, 'billing')
  useLiveRecords()
  return (
    <ResourcePage
      resource={customer}
      above={
        <>
          <SalesNav />
          {overdue ? <OverdueInvoices /> : null}
        </>
      }
      sections={CustomerSections}
      onOpen={(record) => void router.push(customerPath(record === 'new' ? 'create' : record))}
      cells={{
        status: (row) => <CustomerStatus status={row.status} />,
        tenant: (row) =>
          row.domain_uuid ? (
            <Link href={tenantPath(row.domain_uuid)} className="rounded-sm underline underline-offset-2">
              Open
            </Link>
          ) : null,
        seats: (row) => {
          const { seats, seats_licensed: licensed } = row as unknown as Listed
          return licensed === null || !may(permissions, 'telephony') ? NOTHING : `${seats} of ${licensed}`
        },
        balance: (row) => {
          const { balance } = row as unknown as Listed
          return row.domain_uuid && balance !== null && may(permissions, 'billing')
            ? formatMoney(balance, 'USD')
            : NOTHING
        },
        created_at: (row) => formatDate(row.created_at),
      }}
      emptyText="A company becomes a customer with its first opportunity or tenant."
    />
  )
}
