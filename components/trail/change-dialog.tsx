import Link from 'next/link'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { useEntriesBeside } from '@/hooks/use-trail'
import { formatDateTime } from '@/lib/dates/format'
import { sentenceCase } from '@/lib/records/words'
import { tableNoun } from '@/lib/resources/nouns'
import { describeChange } from '@/lib/trail/change'
import type { TrailEntry, TrailRow } from '@/lib/trail/pages'
import { trailPath } from '@/lib/trail/record-path'
import { FieldChanges } from './field-changes'

/** The most entries that the database answers. */
const MOST = 200

/** Everything that was written in one go: each record with its old and new values. */
export function ChangeDialog({
  row,
  onUndo,
  onClose,
}: {
  row: TrailRow
  /** Absent where it cannot be undone, or the reader may not. */
  onUndo?: { label: string; ask: () => void }
  onClose: () => void
}) {
  const query = useEntriesBeside(row.id)
  const { did, record } = describeChange(row)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={sentenceCase(`${did} ${record}`.trim())}
      description={`${row.actor_email || 'The system'}, ${formatDateTime(row.at)}`}
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
              {entries.map((entry) => (
                <li key={entry.id} className="py-2 first:pt-0">
                  <Heading entry={entry} />
                  <FieldChanges entry={entry} all />
                </li>
              ))}
            </ol>
            {entries.length === MOST ? (
              <p className="mt-2 text-sm text-text-muted">Only the first {MOST} records are shown.</p>
            ) : null}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const DONE: Record<string, string> = {
  insert: 'Added',
  update: 'Changed',
  delete: 'Removed',
  reveal: 'Revealed',
  hear: 'Listened to',
}

function Heading({ entry }: { entry: TrailEntry }) {
  const href = entry.action === 'delete' ? undefined : trailPath(entry)
  const name = entry.record_label || 'no name'
  return (
    <p className="break-words">
      {DONE[entry.action] ?? entry.action} {tableNoun(entry.table_name)}{' '}
      {href ? (
        <Link
          prefetch={false}
          href={href}
          className="rounded-sm font-medium underline decoration-border-control underline-offset-2 hover:decoration-current"
        >
          {name}
        </Link>
      ) : (
        <span className="font-medium">{name}</span>
      )}
    </p>
  )
}
