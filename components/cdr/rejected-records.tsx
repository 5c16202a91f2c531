import { Check, RotateCw, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { useRejectedRecords } from '@/hooks/use-calls'
import { useMember } from '@/hooks/use-member'
import { discardRejected, type RejectedRecord } from '@/lib/cdr/call-list'
import { formatDateTime } from '@/lib/dates/format'
import { failureMessage } from '@/lib/errors'
import { postJson } from '@/lib/fetcher'
import { notify } from '@/lib/notify'
import { may } from '@/lib/session/permissions'
import { getSupabase } from '@/lib/supabase/browser-client'
import { RawText } from './raw-text'

const ConfirmDialog = dynamic(() =>
  import('@/components/ui/confirm-dialog').then((module) => module.ConfirmDialog),
)
const Dialog = dynamic(() => import('@/components/ui/dialog').then((module) => module.Dialog))

/**
 * Records that could not be stored, with their reason: those of this tenant, and those of which no tenant is known.
 * Once the reason is gone (a domain or number was added, say) they can be tried again.
 */
export function RejectedRecords({ tenantId }: { tenantId: string }) {
  const { records, error, refresh, loading } = useRejectedRecords(tenantId)
  const { permissions } = useMember()
  const [trying, setTrying] = useState(false)
  const [shown, setShown] = useState<RejectedRecord | null>(null)
  const [discarding, setDiscarding] = useState<RejectedRecord | null>(null)
  const mayRetry = may(permissions, 'telephony', 'edit')

  async function retry(ids: string[]) {
    setTrying(true)
    try {
      const { stored, rejected } = await postJson<{ stored: number; rejected: number }>('/api/cdr/retry', {
        tenant: tenantId,
        ids,
      })
      void notify(
        rejected > 0 ? 'error' : 'success',
        [stored > 0 && `${count(stored)} stored`, rejected > 0 && `${count(rejected)} still rejected`]
          .filter(Boolean)
          .join(', '),
      )
      await refresh()
    } catch (failure) {
      void notify('error', failureMessage(failure))
    } finally {
      setTrying(false)
    }
  }

  const columns: readonly Column<RejectedRecord>[] = [
    {
      id: 'at',
      header: 'Received',
      cell: (row) => <time dateTime={row.created_at}>{formatDateTime(row.created_at)}</time>,
    },
    {
      id: 'reason',
      header: 'Reason',
      cell: (row) => <span className="whitespace-normal">{row.reason}</span>,
    },
    {
      id: 'domain',
      header: 'Domain',
      cell: (row) => (row.tenant_id ? row.domain : <Badge tone="warning">{row.domain ?? 'No tenant'}</Badge>),
    },
    { id: 'deliveries', header: 'Deliveries', numeric: true, phone: 'hidden', cell: (row) => row.deliveries },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: (row) => (
        <span className="flex justify-end gap-1">
          <Button size="sm" variant="ghost" onClick={() => setShown(row)}>
            Show<span className="sr-only"> record of {formatDateTime(row.created_at)}</span>
          </Button>
          {mayRetry ? (
            <Button size="sm" variant="ghost" disabled={trying} onClick={() => retry([row.id])}>
              Try again<span className="sr-only"> record of {formatDateTime(row.created_at)}</span>
            </Button>
          ) : null}
          {may(permissions, 'telephony', 'delete') ? (
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 aria-hidden size={14} />}
              onClick={() => setDiscarding(row)}
            >
              Discard<span className="sr-only"> record of {formatDateTime(row.created_at)}</span>
            </Button>
          ) : null}
        </span>
      ),
    },
  ]

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-[70ch] text-sm text-text-muted">
          Records of this tenant, and of no known tenant, that could not be stored. Nothing in them is lost:
          set right what the reason names, then try them again.
        </p>
        {mayRetry && records?.length ? (
          <Button
            icon={<RotateCw aria-hidden size={14} />}
            loading={trying}
            onClick={() => retry(records.map(({ id }) => id))}
          >
            Try all again
          </Button>
        ) : null}
      </div>
      <DataTable
        label="Rejected records"
        columns={columns}
        rows={records}
        rowKey={(row) => row.id}
        loading={loading}
        error={
          error ? (
            <ErrorState
              title="The rejected records could not be loaded"
              message={failureMessage(error)}
              onRetry={() => void refresh()}
              retrying={loading}
            />
          ) : undefined
        }
        empty={
          <EmptyState icon={<Check size={18} />} title="No rejected records">
            Every record that was delivered could be stored.
          </EmptyState>
        }
      />
      {shown ? (
        <Dialog
          open
          onOpenChange={(open) => !open && setShown(null)}
          size="lg"
          title="Rejected record"
          description={shown.reason}
        >
          <RawText>{readable(shown.body)}</RawText>
        </Dialog>
      ) : null}
      <ConfirmDialog
        open={discarding !== null}
        onOpenChange={(open) => !open && setDiscarding(null)}
        title="Discard this record?"
        confirmLabel="Discard"
        onConfirm={async () => {
          if (discarding) await discardRejected(await getSupabase(), tenantId, discarding.id)
          await refresh()
        }}
      >
        The call that it tells of will be missing from lists, charts and bills. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

function count(records: number): string {
  return `${records} ${records === 1 ? 'record' : 'records'}`
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
