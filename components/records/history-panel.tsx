import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Moment } from '@/components/common/moment'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useHistory } from '@/hooks/use-record'
import { useTenantId } from '@/hooks/use-tenant'
import { useUser } from '@/hooks/use-user'
import { useRefreshRecords } from '@/hooks/use-write'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { RecordRow } from '@/lib/records/field'
import { displayText, type Names } from '@/lib/records/field-text'
import { changesOf, type Revision, revisions } from '@/lib/records/history'
import { type HistoryEntry, revertEntry } from '@/lib/records/record-client'
import { columnLabel, fieldOf, type Resource } from '@/lib/records/resource'
import { tableNoun } from '@/lib/records/table-nouns'
import { may } from '@/lib/session/permissions'
import { getSupabase } from '@/lib/supabase/browser-client'

const ConfirmDialog = dynamic(() =>
  import('@/components/ui/confirm-dialog').then((module) => module.ConfirmDialog),
)

export interface HistoryPanelProps {
  resource: Resource
  stored: RecordRow
  names: Names
  /** Whether something typed would be lost by reverting. */
  unsaved: boolean
  onReverted: () => void
}

/** Who changed what in a record and when, each change with a way back. */
export function HistoryPanel({ resource, stored, names, unsaved, onReverted }: HistoryPanelProps) {
  const { data, error, loading, retry } = useHistory(resource.table, stored.id)
  const tenantId = useTenantId()
  const { permissions } = useMember()
  const refresh = useRefreshRecords()
  const [reverting, setReverting] = useState<Revision | null>(null)

  if (!data && error) {
    return <ErrorState message={failureMessage(error)} retrying={loading} onRetry={retry} />
  }
  if (!data) return <Skeleton className="h-24 w-full" />
  if (data.length === 0) return <EmptyState title="No changes yet">What is changed appears here.</EmptyState>

  async function revert(revision: Revision) {
    if (!revision.revert) return
    await revertEntry(await getSupabase(), tenantId, revision.revert, stored.version)
    void notify('success', 'The change was undone')
    onReverted()
    await refresh()
  }

  return (
    <>
      <ol className="divide-y divide-border">
        {revisions(data, stored.id).map((revision) => (
          <li key={revision.key} className="flex items-start justify-between gap-3 py-3 first:pt-0">
            <div className="min-w-0">
              <Author revision={revision} />
              {revision.entries.map((entry) => (
                <Changes key={entry.id} entry={entry} resource={resource} names={names} own={stored.id} />
              ))}
            </div>
            {revision.revert && may(permissions, resource.section, 'edit') ? (
              <Button size="sm" onClick={() => setReverting(revision)}>
                Revert
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
      {reverting ? (
        <ConfirmDialog
          open
          onOpenChange={() => setReverting(null)}
          title="Undo this change?"
          confirmLabel="Revert"
          tone="primary"
          zIndex={70}
          onConfirm={() => revert(reverting)}
        >
          The fields it changed get their earlier values again. Later changes of other fields stay. This is
          recorded too.
          {unsaved ? ' What you have typed and not saved is lost.' : null}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function Author({ revision }: { revision: Revision }) {
  const user = useUser()
  const who = user && revision.actor === user.id ? 'You' : revision.actorEmail || 'The system'
  return (
    <p className="text-sm">
      <span className="font-medium">{who}</span>{' '}
      <span className="text-text-muted">
        <Moment at={revision.at} />
      </span>
    </p>
  )
}

const VERBS: Record<string, string> = { insert: 'Created', delete: 'Deleted', reveal: 'Revealed', update: '' }

function Changes({
  entry,
  resource,
  names,
  own,
}: {
  entry: HistoryEntry
  resource: Resource
  names: Names
  own: string
}) {
  const isOwn = entry.record_id === own
  const verb = VERBS[entry.action] ?? entry.action
  const heading = isOwn ? verb : `${verb || 'Changed'} ${tableNoun(entry.table_name)} ${entry.record_label}`
  const text = (column: string, value: unknown) =>
    displayText(isOwn ? fieldOf(resource, column) : undefined, value, names)
  // What a new record began with is its fields' business.
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
                  <del className="text-text-muted">{text(column, before)}</del>
                  <span aria-hidden> → </span>
                  <span className="sr-only">became</span>
                  <ins className="no-underline">{text(column, after)}</ins>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
