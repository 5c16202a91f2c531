import { Moment } from '@/components/common/relative-time'
import { StatusBadge } from '@/components/ui/status-badge'
import { usePhoneState } from '@/hooks/use-phones'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { NO_VALUE } from '@/lib/figures'
import type { FailureReason } from '@/lib/telephony/phones-client'

export const REASONS: Record<FailureReason, string> = {
  wrong_password: 'Wrong password',
  unknown_extension: 'Unknown extension',
  out_of_service: 'Out of service',
  blocked_address: 'Blocked address',
}

/** Whether the phones of an extension or a device are registered. */
export function PhoneState({ of }: { of: string }) {
  const state = usePhoneState(useCurrentTenantId(), of)
  // On a phone this is a line of its own in every row: without text it would move the rows below when the state arrives.
  if (state === undefined) return <span className="text-text-muted">…</span>
  if (state === null) {
    return (
      <span className="text-text-muted" title="None of this tenant’s switches has an agent that reports.">
        <span className="max-sm:hidden">{NO_VALUE}</span>
        <span className="sm:hidden">Not reported</span>
      </span>
    )
  }
  if (state === 'never') return <StatusBadge>Never</StatusBadge>
  const { registered, reason, lost_at: lostAt } = state
  if (registered > 0) {
    return (
      <StatusBadge tone="success">{registered === 1 ? 'Registered' : `${registered} registered`}</StatusBadge>
    )
  }
  if (reason) return <StatusBadge tone="danger">{REASONS[reason]}</StatusBadge>
  return <StatusBadge tone="warning">Lost {lostAt ? <Moment at={lostAt} /> : null}</StatusBadge>
}
