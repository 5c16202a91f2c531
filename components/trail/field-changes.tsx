import { BeforeAfter } from '@/components/common/before-after'
import { type FieldChange, fieldChanges } from '@/lib/trail/change'
import type { TrailEntry } from '@/lib/trail/pages'

/** How many fields are shown before the rest is counted. */
const SHOWN = 4

/** The fields of an entry with their old and new values: "Call timeout 30 → 45". */
export function FieldChanges({
  entry,
  all = false,
}: {
  entry: Pick<TrailEntry, 'action' | 'changes' | 'names'>
  all?: boolean
}) {
  const changes = fieldChanges(entry)
  const shown = all ? changes : changes.slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <ul className="flex min-w-0 flex-col gap-0.5 text-left">
      {shown.map((change) => (
        <li key={change.field} className="break-words">
          <Change {...change} action={entry.action} />
        </li>
      ))}
      {changes.length > shown.length ? (
        <li className="text-text-muted">and {changes.length - shown.length} more</li>
      ) : null}
    </ul>
  )
}

function Change({ field, before, after, action }: FieldChange & { action: string }) {
  return (
    <>
      <span className="text-text-muted">{field} </span>
      {action === 'insert' ? after : null}
      {action === 'delete' ? before : null}
      {['update', 'hear'].includes(action) ? <BeforeAfter before={before} after={after} /> : null}
    </>
  )
}
