import { Ban, Eye, FileAudio, PhoneCall } from 'lucide-react'
import type { Column } from '@/components/ui/data-table'
import { RowMenu } from '@/components/ui/row-menu'
import type { Call } from '@/lib/cdr/call-list'
import { blockableNumber, blockPath, callDuration, callNumber, callTime } from '@/lib/cdr/call-text'
import { hangupCauseLabel } from '@/lib/cdr/hangup-causes'
import { NO_VALUE } from '@/lib/figures'
import { testAgainPath } from '@/lib/telephony/simulator/address'
import { CallStatusBadge } from './call-status-badge'
import { DirectionMark } from './direction-mark'
import { MosFigure } from './mos-figure'

interface CallColumnsOptions {
  tenantId: string
  zone: string
  mayBlock: boolean
  onOpen: (call: Call) => void
}

/** Columns of the call list. Times are in the tenant's zone. */
export function callColumns(options: CallColumnsOptions): readonly Column<Call>[] {
  return [
    {
      id: 'start',
      header: 'Start',
      sortable: true,
      cell: (call) => (
        <time dateTime={call.start_at} className="numeric whitespace-nowrap">
          {callTime(call.start_at, options.zone)}
        </time>
      ),
    },
    { id: 'direction', header: 'Direction', cell: (call) => <DirectionMark direction={call.direction} /> },
    { id: 'from', header: 'From', cell: (call) => <Party number={call.from_number} name={call.from_name} /> },
    { id: 'to', header: 'To', cell: (call) => <Party number={call.to_number} /> },
    { id: 'did', header: 'DID', phone: 'hidden', cell: (call) => <Party number={call.did} /> },
    {
      id: 'extension',
      header: 'Extension',
      phone: 'hidden',
      cell: (call) => <span className="numeric">{call.extension}</span>,
    },
    {
      id: 'ring',
      header: 'Ring',
      numeric: true,
      phone: 'hidden',
      cell: (call) => callDuration(call.ring_seconds),
    },
    {
      id: 'talk',
      header: 'Talk',
      numeric: true,
      sortable: true,
      cell: (call) => callDuration(call.talk_seconds) || NO_VALUE,
    },
    { id: 'status', header: 'Status', cell: (call) => <CallStatusBadge status={call.status} /> },
    {
      id: 'cause',
      header: 'Hangup cause',
      phone: 'hidden',
      extra: true,
      cell: (call) => (
        <span className="block max-w-28 whitespace-normal">{hangupCauseLabel(call.hangup_cause)}</span>
      ),
    },
    {
      id: 'mos',
      header: 'MOS',
      numeric: true,
      phone: 'hidden',
      cell: (call) => <MosFigure mos={call.mos} />,
    },
    {
      id: 'recording',
      header: 'Recording',
      phone: 'hidden',
      extra: true,
      cell: (call) =>
        call.recording === 'here' ? (
          <span className="inline-flex items-center gap-1.5">
            <FileAudio aria-hidden size={14} className="text-text-muted" />
            Yes
          </span>
        ) : call.recording ? (
          <span className="text-text-muted">Not here</span>
        ) : null,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      phone: 'edge',
      width: 'w-12',
      cell: (call) => <CallMenu call={call} {...options} />,
    },
  ]
}

function CallMenu({ call, tenantId, zone, mayBlock, onOpen }: CallColumnsOptions & { call: Call }) {
  const number = mayBlock ? blockableNumber(call) : undefined
  return (
    <RowMenu
      label={`Actions for the call of ${callTime(call.start_at, zone)}`}
      entries={[
        {
          kind: 'action',
          label: 'Show details',
          icon: Eye,
          onSelect: () => onOpen(call),
        },
        {
          kind: 'link',
          label: 'Test a call like this',
          icon: PhoneCall,
          href: testAgainPath(tenantId, zone, call),
        },
        ...(number
          ? [
              {
                kind: 'link' as const,
                label: `Block ${callNumber(number)}`,
                icon: Ban,
                href: blockPath(tenantId, call.direction, number),
              },
            ]
          : []),
      ]}
    />
  )
}

function Party({ number, name }: { number: string | null; name?: string }) {
  return (
    <span className="inline-flex min-w-0 flex-col max-sm:items-end">
      <span className="numeric">{callNumber(number)}</span>
      {name ? <span className="text-xs text-text-muted sm:max-w-28 sm:truncate">{name}</span> : null}
    </span>
  )
}
