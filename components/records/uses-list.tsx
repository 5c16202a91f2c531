import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useUses } from '@/hooks/use-record'
import type { Use } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { tableNoun } from '@/lib/records/table-nouns'

/** Everything that points at a record. */
export function UsesList({ resource, id }: { resource: Resource; id: string }) {
  const uses = useUses(resource.table, id)
  return (
    <Loaded
      query={uses}
      pending={<Skeleton className="h-16 w-full" />}
      empty={<EmptyState title="Nothing uses it">{`No record refers to this ${resource.noun}.`}</EmptyState>}
    >
      {(data) => (
        <Alert tone="info" quiet title={`Used in ${data.length} ${data.length === 1 ? 'place' : 'places'}`}>
          <Uses uses={data} />
        </Alert>
      )}
    </Loaded>
  )
}

/** As many places as are named; the rest are counted. */
const NAMED = 50

/** The places as a list: "ring group 6000 Sales, timeout". */
export function Uses({ uses }: { uses: readonly Use[] }) {
  return (
    <ul className="mt-1 list-disc pl-5">
      {uses.slice(0, NAMED).map((use) => (
        <li key={`${use.record_id} ${use.column_name}`}>
          {tableNoun(use.table_name)} <span className="font-medium">{use.label}</span>
          <span className="text-text-muted">, {columnWords(use.column_name)}</span>
        </li>
      ))}
      {uses.length > NAMED ? <li>and {(uses.length - NAMED).toLocaleString('en')} more</li> : null}
    </ul>
  )
}

function columnWords(column: string): string {
  return column === 'destination_id'
    ? 'destination'
    : column.replace(/(_destination)?_id$/, '').replaceAll('_', ' ')
}
