import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import type { LiveCall } from '@/lib/live/live-calls'
import type { CallState } from '@/lib/switch/agent/call-report'
import { Elapsed } from './elapsed'

export const STATES: Readonly<Record<CallState, { label: string; tone: Tone }>> = {
  routing: { label: 'Being routed', tone: 'neutral' },
  ringing: { label: 'Ringing', tone: 'info' },
  talking: { label: 'Talking', tone: 'success' },
  held: { label: 'On hold', tone: 'warning' },
  menu: { label: 'In a menu', tone: 'accent' },
  waiting: { label: 'Waiting', tone: 'warning' },
  voicemail: { label: 'Voicemail', tone: 'neutral' },
  fax: { label: 'Fax', tone: 'neutral' },
  playing: { label: 'Announcement', tone: 'neutral' },
  parked: { label: 'Parked', tone: 'warning' },
  conference: { label: 'Conference', tone: 'success' },
}

/** A call's state, place and duration. */
export function LiveState({ call }: { call: LiveCall }) {
  const { label, tone } = STATES[call.state]
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <StatusBadge tone={tone}>
        {label}
        {call.state === 'waiting' && call.queue ? ` in ${call.queue}` : ''}
      </StatusBadge>
      <span className="text-text-muted">
        <Elapsed since={call.stateAt} />
      </span>
    </span>
  )
}
