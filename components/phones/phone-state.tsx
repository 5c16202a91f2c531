import { Moment } from '@/components/common/relative-time'
import { StatusBadge } from '@/components/ui/status-badge'
import type { FailureReason, PhoneState as State } from '@/lib/telephony/phones-client'

export const REASONS: Record<FailureReason, string> = {
  wrong_password: 'Wrong password',
  unknown_extension: 'Unknown extension',
  out_of_service: 'Out of service',
  blocked_address: 'Blocked address',
}

/** Whether a record's phones are registered. `states` is null if no switch reports, undefined while loading. */
export function PhoneState({
  states,
  id,
}: {
  states: ReadonlyMap<string, State> | null | undefined
  id: string
}) {
  if (states === undefined) return null
  if (states === null) {
    return (
      <span
        className="text-text-muted max-sm:hidden"
        title="None of this tenant’s switches has an agent that reports."
      >
        —
      </span>
    )
  }
  const state = states.get(id)
  if (!state) return <StatusBadge>Never</StatusBadge>
  const { registered, reason, lost_at: lostAt } = state
  if (registered > 0) {
    return (
      <StatusBadge tone="success">{registered === 1 ? 'Registered' : `${registered} registered`}</StatusBadge>
    )
  }
  if (reason) return <StatusBadge tone="danger">{REASONS[reason]}</StatusBadge>
  return <StatusBadge tone="warning">Lost {lostAt ? <Moment at={lostAt} /> : null}</StatusBadge>
}
