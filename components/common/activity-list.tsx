import { History } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { Query } from '@/hooks/use-query'
import { useUser } from '@/hooks/use-user'
import { describeActivity } from '@/lib/trail/activity'
import type { AuditEntry } from '@/lib/trail/recent'
import type { TransactionSummary } from '@/lib/trail/transactions'
import { countOf } from '@/lib/words'
import { Loaded } from './loaded'
import { RecordLink } from './record-link'
import { Moment } from './relative-time'

/** Audit entries as sentences: who did what to which record, and when. */
export function ActivityList({
  query,
  emptyText,
  values,
}: {
  query: Query<readonly (AuditEntry & Partial<TransactionSummary>)[]>
  /** Shown if there are none. */
  emptyText: string
  /** The old and new values of an entry, shown instead of the names of its fields; given by the page, as not every page needs them. */
  values?: (entry: AuditEntry) => string
}) {
  const user = useUser()
  const empty = (
    <EmptyState icon={<History size={18} />} title="No changes yet">
      {emptyText}
    </EmptyState>
  )
  return (
    <Loaded query={query} pending={<ActivitySkeleton />} empty={empty}>
      {(entries) => (
        <ol className="divide-y divide-border">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} ownId={user?.id} values={values} />
          ))}
        </ol>
      )}
    </Loaded>
  )
}

function Entry({
  entry,
  ownId,
  values,
}: {
  entry: AuditEntry & Partial<TransactionSummary>
  ownId: string | undefined
  values: ((entry: AuditEntry) => string) | undefined
}) {
  const { who, did, record, fields, href } = describeActivity(entry, ownId)
  const { further = 0 } = entry
  const detail = values ? values(entry) : fields
  return (
    <li className="px-4 py-2.5 text-sm">
      <p className="break-words">
        <span className="font-medium">{who}</span> {did} <RecordLink href={href}>{record}</RecordLink>
        {further > 0 ? ` and ${countOf(further, 'more record')}` : null}
      </p>
      <p className="text-text-muted">
        <Moment at={entry.at} />
        {detail ? ` · ${detail}` : null}
      </p>
    </li>
  )
}

const SKELETON_ROWS = ['w-64', 'w-56', 'w-72', 'w-60', 'w-64']

function ActivitySkeleton() {
  return (
    <div role="status" className="divide-y divide-border">
      <span className="sr-only">Loading recent changes</span>
      {SKELETON_ROWS.map((width, index) => (
        <div key={index} className="flex flex-col gap-2 px-4 py-3.5">
          <Skeleton className={`h-3 max-w-full ${width}`} />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
  )
}
