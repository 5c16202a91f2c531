import { Moment } from '@/components/common/relative-time'
import { useReferenceLabel } from '@/hooks/use-record-labels'
import type { RegisteredNumber } from '@/lib/telephony/emergency-registration'
import { ADDRESS } from './e911-address'
import { E911State } from './e911-state'

/** A number's 911 registration: state, address, and its history. */
export function E911Record({
  did,
}: {
  did: Omit<RegisteredNumber, 'number' | 'description' | 'version' | 'id'>
}) {
  const { e911_state: state, e911_reason: reason, e911_reference: reference } = did
  const label = useReferenceLabel(ADDRESS, did.emergency_address_id, did.tenant_id)
  const at = did.emergency_address_id ? (label ?? '…') : null
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 text-base">
        <E911State state={state} />
        {/* On a line of its own where it may not fit beside the state, so that nothing moves once it is known. */}
        {at ? <span className="min-w-0 max-sm:basis-full">{at}</span> : null}
      </p>
      {reason ? <p className="text-danger-text">{reason}</p> : null}
      {did.e911_submitted_at ? (
        <p className="text-text-muted">
          Submitted <Moment at={did.e911_submitted_at} />
          {by(did.e911_submitted_by)}
        </p>
      ) : null}
      {did.e911_answered_at ? (
        <p className="text-text-muted">
          {state === 'rejected' ? 'Rejection' : 'Confirmation'} recorded <Moment at={did.e911_answered_at} />
          {by(did.e911_answered_by)}
          {reference ? `, carrier’s reference ${reference}` : null}
        </p>
      ) : null}
    </div>
  )
}

const by = (name: string) => (name ? ` by ${name}` : null)
