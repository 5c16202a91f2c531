import { MosFigure } from '@/components/cdr/mos-figure'
import { RecordSentence } from '@/components/test-call/reason-sentence'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { DIRECTION_LABELS } from '@/lib/cdr/call-text'
import type { LiveCall } from '@/lib/live/live-calls'
import { parseStoredPath } from '@/lib/telephony/simulator/stored-path'
import { CallActions, useCallCommand } from './call-actions'
import { LiveState } from './call-state'
import { Elapsed } from './elapsed'
import { Party } from './live-call-columns'

/** A live call: parties, state, quality, and its path so far. */
export function LiveCallDialog({
  call,
  hasEnded,
  onClose,
}: {
  call: LiveCall
  hasEnded: boolean
  onClose: () => void
}) {
  const { ask, dialog } = useCallCommand()
  const path = parseStoredPath(call.path)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Call"
      description={hasEnded ? 'This call has ended.' : undefined}
      footer={
        <>
          {hasEnded ? null : <CallActions call={call} onAsk={ask} />}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <DescriptionList
          items={[
            {
              term: 'From',
              details: <Party heads number={call.caller_number || 'Withheld'} name={call.caller_name} />,
            },
            { term: 'Called', details: <Party heads number={call.called_number} name={null} /> },
            { term: 'With', details: <Party heads number={call.other_number} name={call.other_name} /> },
            { term: 'State', details: hasEnded ? 'Ended' : <LiveState call={call} /> },
            { term: 'Direction', details: DIRECTION_LABELS[call.direction] },
            ...(hasEnded ? [] : [{ term: 'Duration', details: <Elapsed since={call.startedAt} /> }]),
            ...(call.tenant ? [{ term: 'Tenant', details: call.tenant }] : []),
            ...(call.codec ? [{ term: 'Codec', details: call.codec }] : []),
            ...(call.mos === null ? [] : [{ term: 'MOS', details: <MosFigure mos={call.mos} /> }]),
          ]}
        />
        <section aria-labelledby="live-call-path">
          <h3 id="live-call-path" className="mb-2 text-base font-semibold">
            The path so far
          </h3>
          {path ? (
            <ol className="divide-y divide-border rounded-lg border border-border text-sm">
              {path.map((step, place) => (
                <li key={place} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2 px-3 py-2">
                  <span className="numeric text-right text-text-muted">
                    <span className="sr-only">After </span>
                    {Math.max(0, Math.round((step.at - (path[0]?.at ?? 0)) / 1000))} s
                  </span>
                  <span className="wrap-anywhere">
                    <RecordSentence tenantId={call.tenant_id} record={step.record} text={step.text} />
                  </span>
                </li>
              ))}
            </ol>
          ) : (
            <p className="text-sm text-text-muted">This call has taken no step yet.</p>
          )}
        </section>
      </div>
      {dialog}
    </Dialog>
  )
}
