import dynamic from 'next/dynamic'
import { useState } from 'react'
import { BeforeAfter } from '@/components/common/before-after'
import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/moment'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useHistory } from '@/hooks/use-record'
import { useFieldLabels } from '@/hooks/use-record-labels'
import { useTenantId } from '@/hooks/use-tenant'
import { useUser } from '@/hooks/use-user'
import { useWrite } from '@/hooks/use-write'
import type { RecordRow } from '@/lib/records/field'
import { displayText, type Labels } from '@/lib/records/field-text'
import { changedValues, type Revision, revisions } from '@/lib/records/history'
import { type HistoryEntry, revertEntry } from '@/lib/records/record-client'
import { columnLabel, fieldOf, type Resource } from '@/lib/records/resource'
import { tableNoun } from '@/lib/resources/nouns'
import { may } from '@/lib/session/permissions'
import { changesOf } from '@/lib/trail/values'

const ConfirmDialog = dynamic(() =>
  import('@/components/ui/confirm-dialog').then((module) => module.ConfirmDialog),
)

export interface HistoryPanelProps {
  resource: Resource
  stored: RecordRow
  /** Whether reverting loses unsaved input. */
  unsaved: boolean
  onReverted: () => void
}

/** Who changed what in a record and when. Each change can be reverted. */
export function HistoryPanel({ resource, stored, unsaved, onReverted }: HistoryPanelProps) {
  const query = useHistory(resource.table, stored.id)
  const tenantId = useTenantId()
  const changed = query.data?.filter(({ record_id }) => record_id === stored.id).flatMap(changedValues)
  const labels = useFieldLabels(resource.fields, changed ?? [], tenantId)
  const { permissions } = useMember()
  const user = useUser()
  const write = useWrite()
  const [reverting, setReverting] = useState<string | null>(null)

  const authorOf = ({ actor, actorEmail }: Revision) =>
    user && actor === user.id ? 'You' : actorEmail || 'The system'

  async function revert(entry: string) {
    await write(
      (supabase) => revertEntry(supabase, tenantId, entry, stored.version),
      'The change was reverted',
    )
    onReverted()
  }

  return (
    <>
      <Loaded
        query={query}
        pending={<Skeleton className="h-24 w-full" />}
        empty={<EmptyState title="No changes yet">Changes appear here.</EmptyState>}
      >
        {(history) => (
          <ol className="divide-y divide-border">
            {revisions(history, stored.id).map((revision) => (
              <li key={revision.key} className="flex items-start justify-between gap-3 py-3 first:pt-0">
                <div className="min-w-0">
                  <p className="text-sm">
                    <span className="font-medium">{authorOf(revision)}</span>{' '}
                    <span className="text-text-muted">
                      <Moment at={revision.at} />
                    </span>
                  </p>
                  {revision.entries.map((entry) => (
                    <Changes
                      key={entry.id}
                      entry={entry}
                      resource={resource}
                      labels={labels}
                      own={stored.id}
                    />
                  ))}
                </div>
                {revision.revert && may(permissions, resource.section, 'edit') ? (
                  <Button size="sm" onClick={() => setReverting(revision.revert ?? null)}>
                    Revert
                  </Button>
                ) : null}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {reverting ? (
        <ConfirmDialog
          open
          onOpenChange={() => setReverting(null)}
          title="Revert this change?"
          confirmLabel="Revert"
          tone="primary"
          zIndex={70}
          onConfirm={() => revert(reverting)}
        >
          The fields that it changed get their earlier values back. Later changes to other fields stay. The
          trail records this too.
          {unsaved ? ' Your unsaved changes are lost.' : null}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const VERBS: Record<string, string> = { insert: 'Created', delete: 'Deleted', reveal: 'Revealed', update: '' }

function Changes({
  entry,
  resource,
  labels,
  own,
}: {
  entry: HistoryEntry
  resource: Resource
  labels: Labels
  own: string
}) {
  const isOwn = entry.record_id === own
  const verb = VERBS[entry.action] ?? entry.action
  const heading = isOwn ? verb : `${verb || 'Changed'} ${tableNoun(entry.table_name)} ${entry.record_label}`
  const text = (column: string, value: unknown) =>
    displayText(isOwn ? fieldOf(resource, column) : undefined, value, labels)
  // A new record's first values are in its fields.
  const changes = entry.action === 'update' || entry.action === 'reveal' ? changesOf(entry) : []
  return (
    <div className="mt-1 text-sm">
      {heading.trim() ? <p>{heading.trim()}</p> : null}
      {changes.length > 0 ? (
        <ul>
          {changes.map(({ column, before, after }) => (
            <li key={column} className="break-words">
              <span className="text-text-muted">{columnLabel(resource, column)}</span>
              {entry.action === 'reveal' ? null : (
                <>
                  {': '}
                  <BeforeAfter before={text(column, before)} after={text(column, after)} />
                </>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
