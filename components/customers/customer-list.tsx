import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { LocalDate } from '@/components/common/local-date'
import { ResourcePage } from '@/components/records/resource-page'
import { SalesNav } from '@/components/sales/sales-nav'
import { lateDialog } from '@/components/ui/late-code'
import { PageHeader } from '@/components/ui/page-header'
import { TextLink } from '@/components/ui/text-link'
import { useLiveRecords } from '@/hooks/use-live-records'
import { useMember } from '@/hooks/use-member'
import { prefetchRecords } from '@/hooks/use-record-query'
import { formatMoney } from '@/lib/billing/money'
import { NO_VALUE } from '@/lib/figures'
import { customerPath, CUSTOMERS_PATH, tenantPath } from '@/lib/record-paths'
import { customer } from '@/lib/resources/customer'
import { may } from '@/lib/session/permissions'
import { CustomerSections } from './customer-sections'
import { CustomerStatus } from './customer-status'
import { OverdueInvoices } from './overdue-invoices'

const DeleteCustomer = lateDialog(
  dynamic(() => import('./delete-customer').then((module) => module.DeleteCustomer)),
)

const NOTHING = <span className="text-text-muted">{NO_VALUE}</span>

/** The list of customers; with `?view=overdue` the overdue invoices instead. */
export function CustomerList() {
  const router = useRouter()
  const { permissions } = useMember()
  const overdue = router.query.view === 'overdue' && may(permissions, 'billing')
  useLiveRecords()
  if (overdue) {
    return (
      <>
        <PageHeader title="Overdue invoices" breadcrumbs={[{ label: 'Customers', href: CUSTOMERS_PATH }]} />
        <OverdueInvoices />
      </>
    )
  }
  return (
    <ResourcePage
      resource={customer}
      above={<SalesNav />}
      sections={CustomerSections}
      deleteDialog={DeleteCustomer}
      onOpen={(record) => void router.push(customerPath(record === 'new' ? 'create' : record))}
      cells={{
        status: (row) => <CustomerStatus status={row.status} />,
        tenant: (row) =>
          row.domain_uuid && may(permissions, 'tenants') ? (
            <TextLink href={tenantPath(row.domain_uuid)}>Open</TextLink>
          ) : null,
        seats: ({ seats, seats_licensed: licensed }) =>
          licensed === null || !may(permissions, 'telephony') ? NOTHING : `${seats} of ${licensed}`,
        balance: ({ domain_uuid, balance, currency }) =>
          domain_uuid && balance !== null && may(permissions, 'billing')
            ? formatMoney(balance, currency ?? 'USD')
            : NOTHING,
        created_at: (row) => <LocalDate at={row.created_at} />,
      }}
      emptyText="A company becomes a customer with its first opportunity or tenant."
    />
  )
}
CustomerList.ahead = prefetchRecords(customer)
