import { Columns3, Plus, Table2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import Router from 'next/router'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useEffect } from 'react'
import { Loaded } from '@/components/common/loaded'
import { PageSkeleton } from '@/components/shell/page-skeleton'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { lateDialog, latePart } from '@/components/ui/late-code'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useLiveRecords } from '@/hooks/use-live-records'
import { useMember } from '@/hooks/use-member'
import { prefetchPipeline, useOwners, usePipeline } from '@/hooks/use-opportunity'
import { useRecordQuery } from '@/hooks/use-record-query'
import { opportunityPath } from '@/lib/record-paths'
import { opportunity } from '@/lib/resources/opportunity'
import { may } from '@/lib/session/permissions'
import { OpportunityEditor } from './opportunity-editor'
import { PipelineBoard } from './pipeline-board'
import { SalesNav } from './sales-nav'
import { type MoveTo, StageMoves } from './stage-moves'

// Only chunks that the page names are available when the browser hydrates the server's page.
const OpportunityTable = dynamic(
  () => import('./opportunity-table').then((module) => module.OpportunityTable),
  { ssr: false, loading: latePart(<PageSkeleton />) },
)
const RecordPanel = lateDialog(
  dynamic(() => import('@/components/records/record-panel').then((module) => module.RecordPanel)),
)

const VIEWS = [
  { view: 'board', label: 'Board', Icon: Columns3 },
  { view: 'table', label: 'Table', Icon: Table2 },
] as const

/** The sales pipeline: a board, or a table if the address requests one or a single stage. */
export function PipelinePage() {
  const { member, permissions } = useMember()
  const address = useRecordQuery(opportunity)
  const [wanted, setView] = useQueryState('view', parseAsStringLiteral(['board', 'table']))
  const view = wanted ?? (address.query.filters.status ? 'table' : 'board')
  const [company, setCompany] = useQueryState('company')
  const owner = address.query.filters.owner_id || null
  const mayEdit = may(permissions, 'sales', 'edit')
  const { record } = address
  const newValues = { owner_id: member?.id ?? null, ...(company ? { company_id: company } : null) }
  useLiveRecords()
  // An opportunity has its own page, which also says if it does not exist.
  useEffect(() => {
    if (record && record !== 'new') void Router.replace(opportunityPath(record))
  }, [record])

  const switches = (
    <fieldset className="flex gap-1">
      <legend className="sr-only">View</legend>
      {VIEWS.map(({ view: one, label, Icon }) => (
        <Button
          key={one}
          variant={one === view ? 'secondary' : 'ghost'}
          aria-pressed={one === view}
          icon={Icon}
          onClick={() => void setView(one)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
  const above = (
    <>
      <SalesNav />
      <OwnerFilter owner={owner} onChange={(id) => address.filter('owner_id', id ?? '')} />
    </>
  )
  return (
    <>
      <StageMoves>
        {(move) =>
          view === 'table' ? (
            <OpportunityTable
              actions={switches}
              above={above}
              newValues={newValues}
              onNew={() => address.open('new')}
              onMove={mayEdit ? move : undefined}
            />
          ) : (
            <>
              <PageHeader
                title="Sales"
                actions={
                  <>
                    {switches}
                    {may(permissions, 'sales', 'create') ? (
                      <Button variant="primary" icon={Plus} onClick={() => address.open('new')}>
                        New opportunity
                      </Button>
                    ) : null}
                  </>
                }
              />
              {above}
              <Board owner={owner} onMove={mayEdit ? move : undefined} />
              {record === 'new' ? (
                <RecordPanel
                  resource={opportunity}
                  record="new"
                  editor={OpportunityEditor}
                  initial={newValues}
                  onClose={() => {
                    address.open(null)
                    void setCompany(null)
                  }}
                  onDelete={() => undefined}
                />
              ) : null}
            </>
          )
        }
      </StageMoves>
    </>
  )
}
PipelinePage.ahead = prefetchPipeline

/** Filters by owner; the user comes first. */
function OwnerFilter({ owner, onChange }: { owner: string | null; onChange: (id: string | null) => void }) {
  const { member } = useMember()
  const { data = [] } = useOwners()
  const others = data
    .filter(({ id }) => id !== member?.id)
    .map(({ id, name }) => ({ value: id, label: name }))
  // Someone who owns none by now, or before the list is there.
  if (owner && owner !== member?.id && !others.some(({ value }) => value === owner))
    others.push({ value: owner, label: 'Another owner' })
  return (
    <FormRow label="Owner" labelHidden className="mb-3 w-52">
      <Select
        placeholder="Owner: anyone"
        value={owner ?? ''}
        options={member ? [{ value: member.id, label: 'Mine' }, ...others] : others}
        onChange={({ target: { value } }) => onChange(value || null)}
      />
    </FormRow>
  )
}

function Board({ owner, onMove }: { owner: string | null; onMove: MoveTo | undefined }) {
  const pending = (
    <div role="status">
      <span className="sr-only">Loading the pipeline</span>
      <Skeleton className="h-96 w-full" />
    </div>
  )
  return (
    <Loaded query={usePipeline(owner)} pending={pending} title="The pipeline could not be loaded">
      {(columns) => <PipelineBoard columns={columns} owner={owner} onMove={onMove} />}
    </Loaded>
  )
}
