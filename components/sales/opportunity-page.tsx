import { Pencil } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useState } from 'react'
import { ActivityList } from '@/components/common/activity-list'
import { Amount } from '@/components/common/amount'
import { LiveRecords } from '@/components/common/live-records'
import { Loaded } from '@/components/common/loaded'
import { NotesCard } from '@/components/notes/notes-card'
import { TasksCard } from '@/components/notes/tasks-card'
import { PageSkeleton } from '@/components/shell/page-skeleton'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/description-list'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog, latePart } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { Menu } from '@/components/ui/menu'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { TextLink } from '@/components/ui/text-link'
import { useFocusBack } from '@/hooks/focus-back'
import { keys } from '@/hooks/keys'
import { useMember } from '@/hooks/use-member'
import { useOpportunity, useOpportunityHistory } from '@/hooks/use-opportunity'
import { dayLabel } from '@/lib/dates/format'
import type { Subject } from '@/lib/notes/subject'
import { companyPath, SALES_PATH } from '@/lib/record-paths'
import type { RecordRow } from '@/lib/records/field'
import { opportunity as opportunityResource } from '@/lib/resources/opportunity'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { STAGES } from '@/lib/sales/stages'
import { may } from '@/lib/session/permissions'
import { formatContactPhone } from '@/lib/validation/contact-phone'
import { ItemTable } from './item-table'
import { NumbersCard } from './numbers-card'
import { OpportunityEditor } from './opportunity-editor'
import { quoteRowId, QuotesCard } from './quotes-card'
import { SetUpCard } from './set-up-card'
import { StageBadge } from './stage-badge'
import { StageMoves } from './stage-moves'

const RecordPanel = lateDialog(
  dynamic(() => import('@/components/records/record-panel').then((module) => module.RecordPanel)),
)
const DeleteDialog = lateDialog(
  dynamic(() => import('@/components/common/delete-dialog').then((module) => module.DeleteDialog)),
)
// The browser does not have it yet when it hydrates the page.
const QuotePage = dynamic(() => import('./quote-page').then((module) => module.QuotePage), {
  ssr: false,
  loading: latePart(<PageSkeleton />),
})

const BREADCRUMBS = [{ label: 'Sales', href: SALES_PATH }]

/** An opportunity with its lines, notes and history; or its quote or form, depending on the address. */
export function OpportunityPage() {
  const router = useRouter()
  const id = typeof router.query.id === 'string' ? router.query.id : null
  const { permissions } = useMember()
  const query = useOpportunity(id)
  const { data } = query
  const [quote, setQuote] = useQueryState('quote')
  const headingRef = useFocusBack(quote, (left) => document.getElementById(quoteRowId(left)))

  if (data && quote) {
    return (
      <QuotePage
        id={quote}
        details={data}
        headingRef={headingRef}
        mayEdit={may(permissions, 'sales', 'edit')}
        onClose={() => void setQuote(null)}
      />
    )
  }
  if (data) {
    return (
      <Details
        // No open dialog goes on with the opportunity that Back leads to.
        key={data.opportunity.id}
        details={data}
        onQuote={(chosen) => void setQuote(chosen, { history: 'push' })}
      />
    )
  }
  return (
    <>
      <PageHeader breadcrumbs={BREADCRUMBS} title="Opportunity" />
      <Loaded
        query={query}
        pending={<Skeleton className="h-64 w-full" />}
        title="The opportunity could not be loaded"
        empty={
          <EmptyState
            title="Opportunity not found"
            action={<LinkButton href={SALES_PATH}>The pipeline</LinkButton>}
          >
            The address may be mistyped, or the opportunity has been removed.
          </EmptyState>
        }
      >
        {() => null}
      </Loaded>
    </>
  )
}

function Details({ details, onQuote }: { details: OpportunityDetails; onQuote: (id: string) => void }) {
  const router = useRouter()
  const { opportunity, items } = details
  const subject: Subject = { kind: 'opportunity', id: opportunity.id }
  const { permissions } = useMember()
  const [editing, setEditing] = useQueryState('edit', parseAsBoolean.withDefault(false))
  const [deleting, setDeleting] = useState<RecordRow | null>(null)
  const mayEdit = may(permissions, 'sales', 'edit')

  return (
    <StageMoves>
      {(move) => (
        <>
          <PageHeader
            breadcrumbs={BREADCRUMBS}
            title={opportunity.name}
            badge={<StageBadge status={opportunity.status} />}
            description={opportunity.company_name}
            actions={
              <>
                {mayEdit ? (
                  <>
                    <Menu
                      trigger={<Button className="max-sm:grow">Move to…</Button>}
                      entries={STAGES.filter(({ value }) => value !== opportunity.status).map(
                        ({ value, label }) => ({
                          kind: 'action' as const,
                          label,
                          onSelect: () => move(opportunity, value),
                        }),
                      )}
                    />
                    <Button
                      variant="primary"
                      icon={Pencil}
                      onClick={() => void setEditing(true, { history: 'push' })}
                    >
                      Edit
                    </Button>
                  </>
                ) : null}
              </>
            }
          />
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <div className="flex min-w-0 flex-col gap-4">
              <SetUpCard opportunity={opportunity} />
              <OpportunityFacts details={details} />
              <Card title="Line items" flush>
                <ItemTable items={items} />
              </Card>
              <QuotesCard details={details} mayEdit={mayEdit} onOpen={onQuote} />
              <NumbersCard details={details} mayEdit={mayEdit} />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <TasksCard subject={subject} mayChange={mayEdit} />
              <NotesCard subject={subject} mayAdd={mayEdit} />
              <Card title="Timeline" flush>
                <Timeline id={opportunity.id} />
              </Card>
            </div>
          </div>
          <LiveRecords also={[keys.opportunity(opportunity.id)]} />
          {editing && !deleting ? (
            <RecordPanel
              resource={opportunityResource}
              record={opportunity.id}
              editor={OpportunityEditor}
              onClose={() => void setEditing(false)}
              onDelete={setDeleting}
            />
          ) : null}
          {deleting ? (
            <DeleteDialog
              resource={opportunityResource}
              row={deleting}
              onClose={() => setDeleting(null)}
              onDeleted={() => void router.push(SALES_PATH)}
            />
          ) : null}
        </>
      )}
    </StageMoves>
  )
}

function Timeline({ id }: { id: string }) {
  return (
    <ActivityList query={useOpportunityHistory(id)} emptyText="Changes to this opportunity appear here." />
  )
}

function OpportunityFacts({ details: { opportunity, contact } }: { details: OpportunityDetails }) {
  const { permissions } = useMember()
  const { company_id, company_name, amount, probability, close_date, owner_name, lost_reason } = opportunity
  return (
    <Card title="Details">
      <DescriptionList
        items={[
          {
            term: 'Company',
            details: (
              <TextLink prefetch={false} href={companyPath(permissions, company_id)}>
                {company_name ?? 'The company'}
              </TextLink>
            ),
          },
          { term: 'Contact', details: contact ? <Contact {...contact} /> : null },
          { term: 'Amount', details: <Amount value={amount} currency="USD" /> },
          { term: 'Probability', details: `${probability}%` },
          { term: 'Close date', details: close_date ? dayLabel(close_date) : null },
          { term: 'Owner', details: owner_name },
          ...(lost_reason ? [{ term: 'Lost because', details: lost_reason }] : []),
        ]}
      />
    </Card>
  )
}

function Contact({ name, role, email, phone }: NonNullable<OpportunityDetails['contact']>) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>{role ? `${name}, ${role}` : name}</span>
      {email ? <TextLink href={`mailto:${email}`}>{email}</TextLink> : null}
      {phone ? (
        <TextLink href={`tel:${phone}`} className="numeric">
          {formatContactPhone(phone)}
        </TextLink>
      ) : null}
    </span>
  )
}
