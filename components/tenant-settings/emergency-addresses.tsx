import { Moment } from '@/components/common/moment'
import { ResourcePage } from '@/components/records/resource-page'
import { StatusBadge } from '@/components/ui/status-badge'
import { useMember } from '@/hooks/use-member'
import { useRefreshRecords } from '@/hooks/use-record'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { saveRecord } from '@/lib/records/record-client'
import { emergencyAddress } from '@/lib/resources/emergency-address'
import { may } from '@/lib/session/permissions'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'

type Address = Tables<'emergency_addresses'>

/** The addresses that numbers with E911 refer to, and whether the carrier has accepted each. */
export function EmergencyAddresses() {
  const { permissions } = useMember()
  const refresh = useRefreshRecords()

  async function markValidated({ id, version, tenant_id: tenantId, label }: Address) {
    try {
      const values = { validated_at: new Date().toISOString() }
      const save = { id, tenantId, expectedVersion: version, values }
      await saveRecord(await getSupabase(), emergencyAddress, save, ['validated_at'])
      void notify('success', `${label} is marked as validated`)
    } catch (error) {
      void notify('error', failureMessage(error))
    }
    await refresh()
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
      emptyText="Add the address where help is to be sent, then register a number at it."
    />
  )
}
