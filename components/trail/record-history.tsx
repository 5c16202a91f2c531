import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/relative-time'
import { NEWEST, ShowOlder } from '@/components/common/show-older'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useFieldLabels } from '@/hooks/use-record-labels'
import { useTenantId } from '@/hooks/use-tenant'
import { useHistory } from '@/hooks/use-trail'
import { useUser } from '@/hooks/use-user'
import { useWrite } from '@/hooks/use-write'
import type { RecordRow } from '@/lib/records/field'
import { displayText } from '@/lib/records/field-text'
import { fieldOf, type Resource } from '@/lib/records/resource'
import { may } from '@/lib/session/permissions'
import { actionLabel } from '@/lib/trail/change'
import { fieldLabel } from '@/lib/trail/field-label'
import { changedValues, type HistoryEntry, revertEntry, revisions } from '@/lib/trail/revisions'
import { changesOf } from '@/lib/trail/values'
import { EntryHeading, FieldChanges } from './trail-entry'

export interface RecordHistoryProps {
  resource: Resource
  stored: RecordRow
  /** Whether reverting loses unsaved input. */
  unsaved: boolean
  onReverted: () => void
}

/** The history of a record, in which each change can be reverted. */
export function RecordHistory({ resource, stored, unsaved, onReverted }: RecordHistoryProps) {
  const [shown, setShown] = useState(NEWEST)
  const query = useHistory(resource.table, stored.id, shown)
  const tenantId = useTenantId()
  const changed = query.data?.filter(({ record_id }) => record_id === stored.id).flatMap(changedValues)
  const labels = useFieldLabels(resource.fields, changed ?? [], tenantId)
  const { permissions } = useMember()
  const user = useUser()
  const write = useWrite()
  const [reverting, setReverting] = useState<string | null>(null)

  /** Formatted like the record's form. A new record's first values are in its fields. */
  function changesIn(entry: HistoryEntry) {
    if (entry.action !== 'update' && entry.action !== 'reveal') return []
    const field = (column: string) => (entry.record_id === stored.id ? fieldOf(resource, column) : undefined)
    return changesOf(entry).map(({ column, before, after }) => ({
      field: fieldLabel(entry.table_name, column),
      before: displayText(field(column), before, labels),
      after: displayText(field(column), after, labels),
    }))
  }

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
          <ol className="divide-y divide-border text-sm">
            {revisions(history.slice(0, shown), stored.id).map((revision) => (
              <li key={revision.key} className="flex items-start justify-between gap-3 py-3 first:pt-0">
                <div className="flex min-w-0 flex-col gap-1">
                  <p>
                    <span className="font-medium">
                      {user && revision.actor === user.id ? 'You' : revision.actorEmail || 'The system'}
                    </span>{' '}
                    <span className="text-text-muted">
                      <Moment at={revision.at} />
                    </span>
                  </p>
                  {revision.entries.map((entry) => (
                    <div key={entry.id}>
                      {entry.record_id !== stored.id ? (
                        <EntryHeading entry={entry} />
                      ) : entry.action !== 'update' ? (
                        <p>{actionLabel(entry.action)}</p>
                      ) : null}
                      <FieldChanges action={entry.action} changes={changesIn(entry)} all />
                    </div>
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
      <ShowOlder query={query} shown={shown} plural="changes" onShow={setShown} />
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
