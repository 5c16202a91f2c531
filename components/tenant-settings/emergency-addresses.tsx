import { Moment } from '@/components/common/relative-time'
import { ResourcePage } from '@/components/records/resource-page'
import { StatusBadge } from '@/components/ui/status-badge'
import { useMember } from '@/hooks/use-member'
import { useAction } from '@/hooks/use-write'
import { saveRecord } from '@/lib/records/record-client'
import { emergencyAddress } from '@/lib/resources/emergency-address'
import { may } from '@/lib/session/permissions'
import type { Tables } from '@/lib/supabase/database.types'

type Address = Tables<'emergency_addresses'>

/** The tenant's E911 addresses, and whether the carrier has accepted each. */
export function EmergencyAddresses() {
  const { permissions } = useMember()
  const { act } = useAction()

  function markValidated({ id, version, tenant_id: tenantId, label }: Address) {
    const values = { validated_at: new Date().toISOString() }
    const save = { id, tenantId, expectedVersion: version, values }
    return act((supabase) => saveRecord(supabase, emergencyAddress, save), `${label} is marked as validated`)
  }

  return (
    <ResourcePage
      resource={emergencyAddress}
      cells={{
        street: ({ street, unit, city, state, postal_code }) =>
          [street, unit, `${city}, ${state} ${postal_code}`].filter(Boolean).join(', '),
        validated_at: ({ validated_at: at }) =>
          at ? <Moment at={at} /> : <StatusBadge tone="warning">Not validated</StatusBadge>,
      }}
      rowActions={(row) =>
        may(permissions, 'telephony', 'edit')
          ? [
              {
                kind: 'action',
                label: 'Mark as validated by the carrier',
                disabled: row.validated_at !== null,
                onSelect: () => void markValidated(row),
              },
            ]
          : []
      }
      emptyText="Add the address to send help to, then register a number at it."
    />
  )
}
