import type { ReactNode } from 'react'
import { E911State } from '@/components/dids/e911-state'
import { PhoneState } from '@/components/phones/phone-state'
import { Badge } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { NO_VALUE } from '@/lib/figures'
import { callBadges } from '@/lib/telephony/extension-badges'
import type { ExtensionRow } from '@/lib/telephony/extension-client'
import { shownNumber } from '@/lib/validation/phone'

const NONE = <span className="text-text-muted">{NO_VALUE}</span>

/** Cells of the extension list that need more than their field's kind. */
export const EXTENSION_CELLS: Readonly<Record<string, (row: ExtensionRow) => ReactNode>> = {
  outbound_number: ({ outbound_number: number }) =>
    number ? <span className="numeric">{shownNumber(number)}</span> : NONE,
  has_emergency_did: ({ emergency_number: number, emergency_state: state }) =>
    number ? (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <span className="numeric">{shownNumber(number)}</span>
        {state && state !== 'confirmed' ? <E911State state={state} /> : null}
      </span>
    ) : (
      <StatusBadge tone="warning">None</StatusBadge>
    ),
  devices: ({ devices }) => devices || NONE,
  is_registered: ({ id }) => <PhoneState of={id} />,
  voicemail_enabled: (row) =>
    row.voicemail_enabled ? (
      <span className="inline-block max-w-48 truncate align-bottom" title={row.voicemail_email ?? undefined}>
        {row.voicemail_email ? 'By email' : 'On'}
      </span>
    ) : (
      NONE
    ),
  calls: (row) => {
    const badges = callBadges(row)
    return badges.length > 0 ? (
      <span className="flex flex-wrap gap-1">
        {badges.map(({ label, tone }) => (
          <Badge key={label} tone={tone}>
            {label}
          </Badge>
        ))}
      </span>
    ) : (
      NONE
    )
  },
  enabled: ({ enabled, suspended }) =>
    suspended ? (
      <StatusBadge tone="warning">Suspended</StatusBadge>
    ) : (
      <StatusBadge tone={enabled ? 'success' : 'neutral'}>{enabled ? 'Enabled' : 'Disabled'}</StatusBadge>
    ),
}
