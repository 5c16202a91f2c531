import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useUses } from '@/hooks/use-record'
import type { Use } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { humanize } from '@/lib/records/text'
import { tableNoun } from '@/lib/resources/nouns'

/** Everything that refers to a record. */
export function UsesList({ resource, id }: { resource: Resource; id: string }) {
  return (
    <Loaded
      query={useUses(resource.table, id)}
      pending={<Skeleton className="h-16 w-full" />}
      empty={<EmptyState title="Nothing uses it">{`No record refers to this ${resource.noun}.`}</EmptyState>}
    >
      {(uses) => (
        <Alert tone="info" quiet title={`Used in ${countOfPlaces(uses)}`}>
          <Uses uses={uses} />
        </Alert>
      )}
    </Loaded>
  )
}

/** "3 places" */
export function countOfPlaces({ length }: readonly Use[]): string {
  return `${length} ${length === 1 ? 'place' : 'places'}`
}

/** Maximum number of uses listed; the rest are counted. */
const NAMED = 50

/** The uses as a list: "ring group 6000 Sales, timeout". */
export function Uses({ uses }: { uses: readonly Use[] }) {
  return (
    <ul className="mt-1 list-disc pl-5">
      {uses.slice(0, NAMED).map((use) => (
        <li key={`${use.record_id} ${use.column_name}`}>
          {tableNoun(use.table_name)} <span className="font-medium">{use.label}</span>
          <span className="text-text-muted">, {columnInWords(use.column_name)}</span>
        </li>
      ))}
      {uses.length > NAMED ? <li>and {(uses.length - NAMED).toLocaleString('en')} more</li> : null}
    </ul>
  )
}

function columnInWords(column: string): string {
  return column === 'destination_id' ? 'destination' : humanize(column).toLowerCase()
}
