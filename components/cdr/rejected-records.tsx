import { Check, RotateCw } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { inTable, Loaded } from '@/components/common/loaded'
import { LocalTime } from '@/components/common/local-time'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { useRejectedBody, useRejectedRecords } from '@/hooks/use-calls'
import { useMember } from '@/hooks/use-member'
import { useAction, useWrite } from '@/hooks/use-write'
import { notify } from '@/lib/browser/notify'
import { discardRejected, type RejectedRecord } from '@/lib/cdr/call-list'
import { retryRecords } from '@/lib/cdr/retry-client'
import { formatFigure } from '@/lib/figures'
import { may } from '@/lib/session/permissions'
import { KEPT_DAYS } from '@/lib/supabase/kept-days'
import { countOf } from '@/lib/words'
import { RawText } from './raw-text'
import { rejectedColumns } from './rejected-columns'

const Dialog = lateDialog(dynamic(() => import('@/components/ui/dialog').then((module) => module.Dialog)))

/**
 * CDRs that could not be stored, with the reason: those of this tenant, and those without a known tenant. They can be retried once
 * the reason is fixed, for example by adding a domain or number.
 */
export function RejectedRecords({ tenantId }: { tenantId: string }) {
  const query = useRejectedRecords(tenantId)
  const { records, total = 0 } = query.data ?? {}
  const { permissions } = useMember()
  const { act, pending: trying } = useAction(query.retry)
  const write = useWrite(query.retry)
  const [shown, setShown] = useState<RejectedRecord | null>(null)
  const [discarding, setDiscarding] = useState<RejectedRecord | null>(null)
  const mayRetry = may(permissions, 'telephony', 'edit')
  const hidden = records !== undefined && records.length < total

  const retry = (ids: string[]) =>
    act(async () => {
      const { stored, rejected } = await retryRecords(tenantId, ids)
      const parts = [
        stored > 0 && `${count(stored)} stored`,
        rejected > 0 && `${count(rejected)} still rejected`,
      ]
      const result = parts.filter(Boolean).join(', ') || 'Stored before'
      void notify(rejected > 0 ? 'error' : 'success', result)
    })

  const columns = rejectedColumns({
    onShow: setShown,
    onRetry: mayRetry ? ({ id }) => retry([id]) : undefined,
    retrying: trying,
    onDiscard: may(permissions, 'telephony', 'delete') ? setDiscarding : undefined,
  })

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-[70ch] text-sm text-text-muted">
          Records of this tenant, and of unknown tenants, that could not be stored. Fix the cause, then try
          again. Those of unknown tenants are deleted after {KEPT_DAYS.rejected} days; the others are kept.
        </p>
        {mayRetry && records?.length ? (
          <Button icon={RotateCw} loading={trying} onClick={() => retry(records.map(({ id }) => id))}>
            {hidden ? `Try these ${formatFigure(records.length)} again` : 'Try all again'}
          </Button>
        ) : null}
      </div>
      <DataTable
        label="Rejected records"
        columns={columns}
        rowKey={(row) => row.id}
        {...inTable({ ...query, data: records }, 'The rejected records could not be loaded')}
        footer={
          hidden ? (
            <p className="border-t border-border p-3 text-sm text-text-muted">
              {formatFigure(records.length)} of {countOf(total, 'record')}: this tenant’s first, the newest of
              each. The others follow once these are stored or discarded.
            </p>
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
          <RecordBody tenantId={tenantId} id={shown.id} />
        </Dialog>
      ) : null}
      <ConfirmDialog
        open={discarding !== null}
        onOpenChange={(open) => !open && setDiscarding(null)}
        title="Discard this record?"
        confirmLabel="Discard"
        onConfirm={async () => {
          if (discarding) await write((supabase) => discardRejected(supabase, tenantId, discarding.id))
        }}
      >
        {discarding ? (
          <>
            It was received at <LocalTime at={discarding.created_at} /> for {discarding.domain ?? 'no tenant'}
            .{' '}
          </>
        ) : null}
        Its call will be missing from lists, charts and bills. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

function RecordBody({ tenantId, id }: { tenantId: string; id: string }) {
  const query = useRejectedBody(tenantId, id)
  return (
    <Loaded
      query={query}
      title="The record could not be loaded"
      empty={<EmptyState icon={<Check size={18} />} title="This record is no longer rejected" />}
    >
      {(body) => <RawText>{readable(body)}</RawText>}
    </Loaded>
  )
}

function count(records: number): string {
  return countOf(records, 'record')
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
