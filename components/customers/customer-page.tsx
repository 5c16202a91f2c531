import { Pencil } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { ActivityList } from '@/components/common/activity-list'
import { LiveRecords } from '@/components/common/live-records'
import { failureOf } from '@/components/common/loaded'
import { NEW_NOTE, NotesCard } from '@/components/notes/notes-card'
import { TasksCard } from '@/components/notes/tasks-card'
import { NewTenantDialog } from '@/components/tenants/lazy-tenant-dialogs'
import { mayCreateTenants } from '@/components/tenants/may-create-tenants'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { keys } from '@/hooks/keys'
import { useCustomerActivity, useCustomerRecords } from '@/hooks/use-customer'
import { useMember } from '@/hooks/use-member'
import { useRecord } from '@/hooks/use-record'
import type { Company } from '@/lib/live/sources'
import { mayEditNotes } from '@/lib/notes/permissions'
import type { Subject } from '@/lib/notes/subject'
import { customerPath, CUSTOMERS_PATH, newOpportunityPath, tenantPath } from '@/lib/record-paths'
import type { RecordRow } from '@/lib/records/field'
import { customer } from '@/lib/resources/customer'
import { may } from '@/lib/session/permissions'
import { valuesOf } from '@/lib/trail/values'
import { CustomerContacts, CustomerFacts } from './customer-facts'
import { CustomerGlance } from './customer-glance'
import { CustomerLists } from './customer-lists'
import { CustomerSections } from './customer-sections'
import { CustomerStatus } from './customer-status'

const RecordForm = lateDialog(
  dynamic(() => import('@/components/records/record-form').then((module) => module.RecordForm)),
)
const DeleteCustomer = lateDialog(
  dynamic(() => import('./delete-customer').then((module) => module.DeleteCustomer)),
)

const BREADCRUMBS = [{ label: 'Customers', href: CUSTOMERS_PATH }]

/** A customer with all related records. */
export function CustomerPage() {
  return <Customer editing={false} />
}

/** The same, with its form on top. */
export function CustomerForm() {
  return <Customer editing />
}

function Customer({ editing }: { editing: boolean }) {
  const router = useRouter()
  const id = typeof router.query.id === 'string' ? router.query.id : null
  const query = useRecord(customer, id, { early: true })
  const company = query.data

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
  // With a key, no open dialog goes on with the customer that Back leads to.
  return <Details key={company.id} company={company} editing={editing} reload={query.retry} />
}

type DetailsProps = { company: RecordRow; editing: boolean; reload: () => Promise<unknown> }

function Details({ company, editing, reload }: DetailsProps) {
  const router = useRouter()
  const { permissions } = useMember()
  const [open, setOpen] = useState<'deletion' | 'tenant' | null>(null)
  const name = String(company.name)
  function leaveForm() {
    void reload()
    void router.replace(customerPath(company.id))
  }
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
            {may(permissions, 'customers', 'delete') ? (
              <Button variant="ghost" onClick={() => setOpen('deletion')}>
                Delete
              </Button>
            ) : null}
            {mayEditNotes(permissions, 'company') ? (
              <Button onClick={() => document.getElementById(NEW_NOTE)?.focus()}>Note</Button>
            ) : null}
            {may(permissions, 'sales', 'create') ? (
              <LinkButton href={newOpportunityPath(company.id)}>New opportunity</LinkButton>
            ) : null}
            {tenantId && may(permissions, 'tenants') ? (
              <LinkButton href={tenantPath(tenantId)}>Open the tenant</LinkButton>
            ) : null}
            {!tenantId && mayCreateTenants(permissions) ? (
              <Button onClick={() => setOpen('tenant')}>New tenant</Button>
            ) : null}
            {may(permissions, 'customers', 'edit') ? (
              <LinkButton href={`${customerPath(company.id)}/edit`} variant="primary" icon={Pencil}>
                Edit
              </LinkButton>
            ) : null}
          </>
        }
      />
      <Answers company={company} tenantId={tenantId} />
      <LiveRecords
        also={[
          keys.customerRecords(company.id),
          keys.customerActivity(company.id),
          // The form says by itself that someone else has saved.
          ...(editing ? [] : [keys.record(null, 'companies', company.id)]),
        ]}
      />
      {editing ? (
        <RecordForm
          resource={customer}
          stored={company}
          sections={CustomerSections}
          size="xl"
          onClose={leaveForm}
          onSaved={leaveForm}
        />
      ) : null}
      {open === 'deletion' ? (
        <DeleteCustomer
          resource={customer}
          row={company}
          onClose={() => setOpen(null)}
          onDeleted={() => void router.push(CUSTOMERS_PATH)}
        />
      ) : null}
      {open === 'tenant' ? (
        <NewTenantDialog forCompany={company as Company} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}

/** What callers ask about, open tasks, and the latest changes. */
function Answers({ company, tenantId }: { company: RecordRow; tenantId: string | null }) {
  const { permissions } = useMember()
  const records = useCustomerRecords(company.id)
  const subject: Subject = { kind: 'company', id: company.id }
  const mayWrite = mayEditNotes(permissions, 'company')
  return (
    <>
      {records.data === undefined && records.error ? (
        failureOf(records, 'What belongs to the customer could not be loaded')
      ) : (
        <CustomerGlance records={records.data ?? undefined} tenantId={tenantId} />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <CustomerContacts company={company} />
          <CustomerFacts company={company} />
          {records.data === undefined && records.error ? null : (
            <CustomerLists records={records.data ?? undefined} tenantId={tenantId} />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <TasksCard subject={subject} mayChange={mayWrite} />
          <NotesCard subject={subject} mayAdd={mayWrite} />
          <Card title="Activity" flush>
            <ActivityList
              values={valuesOf}
              query={useCustomerActivity(company.id)}
              emptyText="Changes to this customer appear here."
            />
          </Card>
        </div>
      </div>
    </>
  )
}
