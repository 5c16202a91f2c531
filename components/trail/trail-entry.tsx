import { RecordLink } from '@/components/common/record-link'
import { FirstItems } from '@/components/ui/first-items'
import { tableNoun } from '@/lib/resources/nouns'
import { VERBS } from '@/lib/trail/activity'
import type { FieldChange } from '@/lib/trail/change'
import { trailPath, type TrailRecord } from '@/lib/trail/trail-path'
import { shownLabel } from '@/lib/validation/phone'
import { sentenceCase } from '@/lib/words'

/** The action and its record: "Changed extension 1001". */
export function EntryHeading({ entry }: { entry: TrailRecord & { action: string; record_label: string } }) {
  const { action, table_name, record_label } = entry
  return (
    <p className="break-words">
      {sentenceCase(VERBS[action] ?? action)} {tableNoun(table_name)}{' '}
      <RecordLink href={action === 'delete' ? undefined : trailPath(entry)}>
        {shownLabel(record_label) || 'no name'}
      </RecordLink>
    </p>
  )
}

/** Number of fields shown; the rest are counted. */
const SHOWN = 4

/** The changed fields of an entry: "Ring timeout: 30 → 45". */
export function FieldChanges({
  action,
  changes,
  all = false,
}: {
  action: string
  changes: readonly FieldChange[]
  all?: boolean
}) {
  if (changes.length === 0) return null
  return (
    <ul className="flex min-w-0 flex-col gap-0.5 text-left">
      <FirstItems items={changes} most={all ? changes.length : SHOWN}>
        {(change) => (
          <li key={change.field} className="break-words">
            <Change {...change} action={action} />
          </li>
        )}
      </FirstItems>
    </ul>
  )
}

function Change({ field, before, after, action }: FieldChange & { action: string }) {
  if (action === 'reveal') return <span className="text-text-muted">{field}</span>
  return (
    <>
      <span className="text-text-muted">{field}:</span> {action === 'insert' ? after : null}
      {action === 'delete' ? before : null}
      {['update', 'hear'].includes(action) ? <BeforeAfter before={before} after={after} /> : null}
    </>
  )
}

/** "30 → 45", worded for screen readers. */
function BeforeAfter({ before, after }: { before: string; after: string }) {
  return (
    <>
      <del className="text-text-muted">{before}</del>
      <span aria-hidden> → </span>
      <span className="sr-only">became</span> <ins className="no-underline">{after}</ins>
    </>
  )
}
