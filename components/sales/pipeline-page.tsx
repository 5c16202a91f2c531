import { Columns3, Plus, Table2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import Router from 'next/router'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useEffect } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useLiveRecords } from '@/hooks/use-live-records'
import { useMember } from '@/hooks/use-member'
import { pipelineAhead, usePipeline } from '@/hooks/use-opportunity'
import { useRecordQuery } from '@/hooks/use-record-query'
import { opportunityPath } from '@/lib/paths'
import { opportunity } from '@/lib/resources/opportunity'
import { may } from '@/lib/session/permissions'
import { OpportunityEditor } from './opportunity-editor'
import { PipelineBoard } from './pipeline-board'
import { SalesNav } from './sales-nav'
import { type MoveTo, StageMoves } from './stage-moves'

const OpportunityTable = dynamic(() =>
  import('./opportunity-table').then((module) => module.OpportunityTable),
)
const RecordPanel = dynamic(() =>
  import('@/components/records/record-panel').then((module) => module.RecordPanel),
)

const ServiceDialog = dynamic(() => import('./service-dialog').then((module) => module.ServiceDialog))

const VIEWS = [
  { view: 'board', label: 'Board', Icon: Columns3 },
  { view: 'table', label: 'Table', Icon: Table2 },
] as const

/** The sales pipeline: a board, or a table when the address says so or asks for one stage. */
export function PipelinePage() {
  const { member, permissions } = useMember()
  const address = useRecordQuery(opportunity)
  const [wanted, setView] = useQueryState('view', parseAsStringLiteral(['board', 'table']))
  const view = wanted ?? (address.query.filters.status ? 'table' : 'board')
  const [company, setCompany] = useQueryState('company')
  const [service, setService] = useQueryState('service')
  const mayEdit = may(permissions, 'sales', 'edit')
  const { record } = address
  useLiveRecords()
  // An opportunity has a page of its own, which also tells when there is none.
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
          icon={<Icon aria-hidden size={14} />}
          onClick={() => void setView(one)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
  return (
    <>
      {service ? <ServiceDialog id={service} onClose={() => void setService(null)} /> : null}
      <StageMoves>
        {(move) =>
          view === 'table' ? (
            <OpportunityTable
              actions={switches}
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
                      <Button
                        variant="primary"
                        icon={<Plus aria-hidden size={14} />}
                        onClick={() => address.open('new')}
                      >
                        New opportunity
                      </Button>
                    ) : null}
                  </>
                }
              />
              <SalesNav />
              <Board onMove={mayEdit ? move : undefined} />
              {record === 'new' ? (
                <RecordPanel
                  resource={opportunity}
                  record="new"
                  editor={OpportunityEditor}
                  initial={{ owner_id: member?.id ?? null, ...(company ? { company_id: company } : null) }}
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
PipelinePage.ahead = pipelineAhead

function Board({ onMove }: { onMove: MoveTo | undefined }) {
  const pending = (
    <div role="status">
      <span className="sr-only">Loading the pipeline</span>
      <Skeleton className="h-96 w-full" />
    </div>
  )
  return (
    <Loaded query={usePipeline()} pending={pending} title="The pipeline could not be loaded">
      {(columns) => <PipelineBoard columns={columns} onMove={onMove} />}
    </Loaded>
  )
}
