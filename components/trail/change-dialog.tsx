import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { useEntriesBeside } from '@/hooks/use-trail'
import { formatDateTime } from '@/lib/dates/format'
import { whoChanged } from '@/lib/trail/activity'
import { describeChange, fieldChanges, whyNotUndone } from '@/lib/trail/change'
import type { TrailRow } from '@/lib/trail/pages'
import { sentenceCase } from '@/lib/words'
import { EntryHeading, FieldChanges } from './trail-entry'

/** How many entries are shown. */
const MOST = 200

/** All changes of a transaction: each record with old and new values. */
export function ChangeDialog({
  row,
  onUndo,
  onClose,
}: {
  row: TrailRow
  /** Absent if it cannot be undone, or the user may not. */
  onUndo?: { label: string; ask: () => void }
  onClose: () => void
}) {
  const query = useEntriesBeside(row.id, MOST)
  const { did, record } = describeChange(row)
  const lasting = whyNotUndone(row)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={sentenceCase(`${did} ${record}`.trim())}
      description={`${whoChanged(row)}, ${formatDateTime(row.at)}`}
      footer={
        <>
          {onUndo ? (
            <Button className="mr-auto" onClick={onUndo.ask}>
              {onUndo.label}
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Loaded query={query} empty={<EmptyState title="No entries">You cannot see any of them.</EmptyState>}>
        {(entries) => (
          <>
            <ol className="divide-y divide-border text-sm">
              {entries.slice(0, MOST).map((entry) => (
                <li key={entry.id} className="py-2 first:pt-0">
                  <EntryHeading entry={entry} />
                  <FieldChanges action={entry.action} changes={fieldChanges(entry)} all />
                </li>
              ))}
            </ol>
            {lasting ? <p className="mt-2 text-sm text-text-muted">{lasting}</p> : null}
            {entries.length > MOST ? (
              <p className="mt-2 text-sm text-text-muted">Only the first {MOST} records are shown.</p>
            ) : null}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
