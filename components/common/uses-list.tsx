import type { ReactNode } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { FirstItems } from '@/components/ui/first-items'
import { Skeleton } from '@/components/ui/skeleton'
import { useUses } from '@/hooks/use-record'
import type { Use } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { tableNoun } from '@/lib/resources/nouns'
import { fieldLabel } from '@/lib/trail/field-label'
import { countOf, lowerFirst } from '@/lib/words'

interface UsesListProps {
  resource: Resource
  id: string
  tone: 'info' | 'warning'
  /** How many there are, unless given. */
  title?: string
  /** Shown if nothing refers to the record. */
  empty: ReactNode
}

/** Everything that refers to a record. */
export function UsesList({ resource, id, tone, title, empty }: UsesListProps) {
  return (
    <Loaded query={useUses(resource.table, id)} pending={<Skeleton className="h-12 w-full" />} empty={empty}>
      {(uses) => (
        <Alert tone={tone} quiet title={title ?? `It is used in ${countOf(uses.length, 'place')}`}>
          <Uses uses={uses} />
        </Alert>
      )}
    </Loaded>
  )
}

/** Maximum number of uses listed; the rest are counted. */
const NAMED = 50

/** The uses as a list: "ring group 6000 Sales, timeout". */
function Uses({ uses }: { uses: readonly Use[] }) {
  return (
    <ul className="mt-1 list-disc pl-5">
      <FirstItems items={uses} most={NAMED}>
        {(use) => (
          <li key={`${use.record_id} ${use.column_name}`}>
            {tableNoun(use.table_name)} <span className="font-medium">{use.label}</span>
            <span className="text-text-muted">
              ,{' '}
              {use.column_name === 'destination_id'
                ? 'destination'
                : lowerFirst(fieldLabel(use.table_name, use.column_name))}
            </span>
          </li>
        )}
      </FirstItems>
    </ul>
  )
}
