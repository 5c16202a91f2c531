import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { LocalDate } from '@/components/common/local-date'
import { ResourcePage } from '@/components/records/resource-page'
import { formatDollars } from '@/lib/billing/money'
import { dayLabel } from '@/lib/dates/format'
import { opportunityPath } from '@/lib/record-paths'
import type { RecordValues } from '@/lib/records/field'
import { opportunity } from '@/lib/resources/opportunity'
import { STAGES } from '@/lib/sales/stages'
import { OpportunityEditor } from './opportunity-editor'
import { StageBadge } from './stage-badge'
import type { MoveTo } from './stage-moves'

/** Opportunities as a table; `above` is shown above its search. */
export function OpportunityTable({
  actions,
  above,
  newValues,
  onNew,
  onMove,
}: {
  actions: ReactNode
  above: ReactNode
  /** What a new opportunity starts with. */
  newValues: RecordValues
  onNew: () => void
  onMove: MoveTo | undefined
}) {
  const router = useRouter()
  return (
    <ResourcePage
      resource={opportunity}
      editor={OpportunityEditor}
      actions={actions}
      above={above}
      newValues={newValues}
      onOpen={(record) => {
        if (record === 'new') onNew()
        else void router.push(opportunityPath(record))
      }}
      cells={{
        status: ({ status }) => <StageBadge status={status} />,
        amount: ({ amount }) => formatDollars(amount),
        probability: ({ probability }) => `${probability}%`,
        close_date: ({ close_date: day }) => (day ? dayLabel(day) : null),
        created_at: ({ created_at }) => <LocalDate at={created_at} />,
      }}
      rowActions={(row) =>
        onMove
          ? STAGES.filter(({ value }) => value !== row.status).map(({ value, label }) => ({
              kind: 'action' as const,
              label: `Move to ${label}`,
              onSelect: () => onMove(row, value),
            }))
          : []
      }
      emptyText="Add the first one, or create it from a company."
    />
  )
}
