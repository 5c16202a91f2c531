import { Pencil } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { AuditTrail } from '@/components/staff/audit-trail'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useRecord } from '@/hooks/use-record'
import { CUSTOMERS_PATH, customerPath, tenantPath } from '@/lib/paths'
import { customer } from '@/lib/resources/customer'
import { may } from '@/lib/session/permissions'
import { CustomerFacts } from './customer-facts'
import { CustomerLists } from './customer-lists'
import { CustomerSections } from './customer-sections'
import { CustomerStatus } from './customer-status'

const RecordForm = dynamic(() =>
  import('@/components/records/record-form').then((module) => module.RecordForm),
)
const DeleteCustomer = dynamic(() => import('./delete-customer').then((module) => module.DeleteCustomer))

const BREADCRUMBS = [{ label: 'Customers', href: CUSTOMERS_PATH }]

/** One customer with all that belongs to them; `editing` has the form open over it. */
export function CustomerPage({ editing = false }: { editing?: boolean }) {
  const router = useRouter()
  const id = typeof router.query.id === 'string' ? router.query.id : null
  const { permissions } = useMember()
  const query = useRecord(customer, id)
  const company = query.data
  const [deleting, setDeleting] = useState(false)

  if (company === null) {
    return (
      <>
        <PageHeader breadcrumbs={BREADCRUMBS} title="Customer" />
        <EmptyState
          title="Customer not found"
          action={<LinkButton href={CUSTOMERS_PATH}>All customers</LinkButton>}
        >
          The address may be mistyped, or the company has been removed.
        </EmptyState>
      </>
    )
  }
  if (!company) {
    return (
      <>
        <PageHeader breadcrumbs={BREADCRUMBS} title="Customer" />
        {failureOf(query, 'The customer could not be loaded') ?? <Skeleton className="h-64 w-full" />}
      </>
    )
  }
  const name = String(company.name)
  const tenantId = company.domain_uuid ? String(company.domain_uuid) : null
  return (
    <>
      <PageHeader
        breadcrumbs={BREADCRUMBS}
        title={name}
        badge={<CustomerStatus status={String(company.status)} />}
        description={
          company.tenant_code ? <span className="code">{String(company.tenant_code)}</span> : undefined
        }
        actions={
          <>
            {tenantId && may(permissions, 'tenants') ? (
              <LinkButton href={tenantPath(tenantId)}>Open the tenant</LinkButton>
            ) : null}
            {may(permissions, 'customers', 'delete') ? (
              <Button variant="ghost" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            ) : null}
            {may(permissions, 'customers', 'edit') ? (
              <LinkButton
                href={`${customerPath(company.id)}/edit`}
                variant="primary"
                icon={<Pencil aria-hidden size={14} />}
              >
                Edit
              </LinkButton>
            ) : null}
          </>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <CustomerFacts company={company} />
          <CustomerLists companyId={company.id} tenantId={tenantId} />
        </div>
        <Card title="History" flush>
          <AuditTrail
            of={{ table: 'companies', record: company.id }}
            emptyText="Changes to this customer appear here."
          />
        </Card>
      </div>
      {editing ? (
        <RecordForm
          key={company.version}
          resource={customer}
          stored={company}
          sections={CustomerSections}
          size="xl"
          onClose={() => void router.push(customerPath(company.id))}
          onSaved={() => {
            query.retry()
            void router.push(customerPath(company.id))
          }}
        />
      ) : null}
      {deleting ? (
        <DeleteCustomer
          resource={customer}
          row={company}
          onClose={() => setDeleting(false)}
          onDeleted={() => void router.push(CUSTOMERS_PATH)}
        />
      ) : null}
    </>
  )
}
