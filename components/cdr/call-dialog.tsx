import { Ban } from 'lucide-react'
import dynamic from 'next/dynamic'
import { CopyButton } from '@/components/common/copy-button'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { latePart } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useCall } from '@/hooks/use-calls'
import { useMember } from '@/hooks/use-member'
import type { CallDetail } from '@/lib/cdr/call-list'
import { blockableNumber, blockPath, callDuration, callNumber, callTime } from '@/lib/cdr/call-text'
import { hangupCauseLabel } from '@/lib/cdr/hangup-causes'
import { NO_VALUE } from '@/lib/figures'
import { may } from '@/lib/session/permissions'
import { testAgainPath } from '@/lib/telephony/simulator/address'
import { parseStoredPath, pressedIn } from '@/lib/telephony/simulator/stored-path'
import type { Tenant } from '@/lib/tenants/tenant'
import { CallLadder } from './call-ladder'
import { CallSound } from './call-sound'
import { CallStatusBadge } from './call-status-badge'
import { DirectionMark } from './direction-mark'
import { MosFigure } from './mos-figure'
import { RawText } from './raw-text'

/** A call's record, legs and recording, with times in the tenant's zone. */
export function CallDialog({ tenant, id, onClose }: { tenant: Tenant; id: string; onClose: () => void }) {
  const query = useCall(tenant.id, id)
  const call = query.data
  const { permissions } = useMember()
  const number = call && may(permissions, 'telephony', 'create') ? blockableNumber(call) : undefined
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={call ? `Call of ${callTime(call.start_at, tenant.time_zone)}` : 'Call'}
      description={
        call
          ? `${callNumber(call.from_number) || 'Unknown'} to ${callNumber(call.to_number) || 'unknown'}`
          : undefined
      }
      footer={
        call && number ? (
          <LinkButton href={blockPath(tenant.id, call.direction, number)} icon={Ban}>
            Block this number
          </LinkButton>
        ) : undefined
      }
    >
      <Loaded
        query={query}
        pending={PENDING}
        title="The call could not be loaded"
        empty={<EmptyState title="Call not found">It may belong to another tenant.</EmptyState>}
      >
        {(found) => <CallFacts call={found} tenantId={tenant.id} zone={tenant.time_zone} />}
      </Loaded>
    </Dialog>
  )
}

const PENDING = (
  <div role="status" className="flex flex-col gap-3">
    <span className="sr-only">Loading the call</span>
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-40 w-full" />
  </div>
)

function CallFacts({ call, tenantId, zone }: { call: CallDetail; tenantId: string; zone: string }) {
  const { addresses } = call
  return (
    <div className="flex flex-col gap-5">
      <DescriptionList
        items={[
          { term: 'Status', details: <CallStatusBadge status={call.status} /> },
          { term: 'Direction', details: <DirectionMark direction={call.direction} /> },
          {
            term: 'From',
            details: [callNumber(call.from_number), call.from_name].filter(Boolean).join(', '),
          },
          { term: 'To', details: callNumber(call.to_number) },
          { term: 'DID', details: callNumber(call.did) },
          { term: 'Extension', details: call.extension },
          { term: 'Account code', details: call.account_code },
          { term: 'Rang', details: callDuration(call.ring_seconds) },
          { term: 'Talked', details: callDuration(call.talk_seconds) },
          { term: 'Ended', details: callTime(call.end_at, zone) },
          {
            term: 'Hangup cause',
            details: `${hangupCauseLabel(call.hangup_cause)}${call.q850 === null ? '' : ` (Q.850 ${call.q850})`}`,
          },
        ]}
      />
      {call.sound ? (
        <CallSound sound={call.sound} call={{ id: call.id, tenantId }} name={`call-${call.call_uuid}`} />
      ) : call.recording_path ? (
        <Alert tone="info">
          Its recording is not here: either it was deleted when this tenant’s time for keeping recordings was
          over, or the switch has not delivered it yet.
        </Alert>
      ) : null}
      <CallWhy tenantId={tenantId} zone={zone} call={call} />
      <section aria-labelledby="call-legs">
        <h3 id="call-legs" className="mb-2 text-base font-semibold">
          Legs
        </h3>
        <CallLadder call={call} zone={zone} />
      </section>
      <section aria-labelledby="call-media">
        <h3 id="call-media" className="mb-1 text-base font-semibold">
          Media and addresses
        </h3>
        <DescriptionList
          items={[
            { term: 'Codec', details: call.codec },
            { term: 'MOS', details: call.mos === null ? null : <MosFigure mos={call.mos} /> },
            { term: 'Caller', details: code(addresses?.caller) },
            { term: 'Caller’s media', details: code(addresses?.caller_media) },
            { term: 'Switch’s media', details: code(addresses?.switch_media) },
            { term: 'User agent', details: addresses?.user_agent },
            { term: 'Recording', details: <Copied text={call.recording_path} what="recording’s path" /> },
            { term: 'Call ID', details: <Copied text={call.call_uuid} what="call id" /> },
          ]}
        />
      </section>
      {call.raw ? (
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm text-accent-text hover:underline">
            Raw record
          </summary>
          <div className="mt-2">
            <RawText>{JSON.stringify(call.raw, null, 2)}</RawText>
          </div>
        </details>
      ) : null}
    </div>
  )
}

function code(text: string | undefined) {
  return text ? <span className="code">{text}</span> : null
}

function Copied({ text, what }: { text: string | null; what: string }) {
  if (!text) return NO_VALUE
  return (
    <span className="flex items-center gap-1">
      <span className="code min-w-0 whitespace-normal wrap-anywhere">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}

/** Loads the routing engine, so only for calls with a stored path. */
const PathComparison = dynamic(() => import('./path-comparison').then((module) => module.PathComparison), {
  loading: latePart(<Skeleton className="h-24 w-full" />),
})

/** Why a call was routed as it was, next to how it would be routed today. */
export function CallWhy({
  tenantId,
  zone,
  call,
}: {
  tenantId: string
  zone: string
  call: CallDetail & { path?: unknown }
}) {
  const storedPath = parseStoredPath(call.path)
  return (
    <section aria-labelledby="call-why">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id="call-why" className="text-base font-semibold">
          Why did this call go there?
        </h3>
        <LinkButton
          size="sm"
          href={testAgainPath(tenantId, zone, { ...call, digits: pressedIn(storedPath ?? []) })}
        >
          Test this call
        </LinkButton>
      </div>
      {storedPath ? (
        <PathComparison tenantId={tenantId} zone={zone} call={call} stored={storedPath} />
      ) : (
        <p className="text-sm text-text-muted">
          This call has no path: the switch did not use this configuration, or did not report it.
        </p>
      )}
    </section>
  )
}
