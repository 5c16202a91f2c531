import { useState } from 'react'
import useSWR from 'swr'
import { ReferenceSelect } from '@/components/resource/reference-select'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { FormRow } from '@/components/ui/form-row'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useRefreshRecords } from '@/hooks/use-record'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { may } from '@/lib/permissions'
import { getSupabase } from '@/lib/supabase/browser-client'
import { type RegisteredNumber, registeredNumbers, registerNumber } from '@/lib/telephony/settings-client'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'

const ADDRESS = { table: 'emergency_addresses', columns: ['label', 'street'], noun: 'address' } as const

/** The numbers with E911, each with the address it is registered at; a choice is saved at once. */
export function RegisteredNumbers() {
  const tenant = useCurrentTenant()
  const { data, error, isValidating, mutate } = useSWR(
    ['records', 'registered-numbers', tenant.id] as const,
    async ([, , id]) => registeredNumbers(await getSupabase(), id),
  )
  return (
    <div id="emergency" className="scroll-mt-16">
      <Card title="Numbers with E911">
        {data?.length === 0 ? (
          <EmptyState title="No number has E911">Switch it on for one of the inbound numbers.</EmptyState>
        ) : data ? (
          <ul className="grid gap-x-6 gap-y-3 xl:grid-cols-2">
            {data.map((did) => (
              <li key={did.id}>
                <Registration did={did} />
              </li>
            ))}
          </ul>
        ) : error ? (
          <ErrorState message={failureMessage(error)} retrying={isValidating} onRetry={() => void mutate()} />
        ) : (
          <Skeleton className="h-14 w-full" />
        )}
      </Card>
    </div>
  )
}

function Registration({ did }: { did: RegisteredNumber }) {
  const { id: tenantId } = useCurrentTenant()
  const { permissions } = useMember()
  const refresh = useRefreshRecords()
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const number = formatNorthAmericanPhone(did.number) ?? did.number

  async function register(address: string | null) {
    setSaving(true)
    setFailure(undefined)
    try {
      await registerNumber(await getSupabase(), tenantId, did, address)
      void notify('success', address ? `${number} is registered` : `${number} is registered nowhere`)
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      await refresh()
      setSaving(false)
    }
  }

  return (
    <FormRow label={`${number} ${did.description}`.trim()} error={failure}>
      <ReferenceSelect
        to={ADDRESS}
        value={did.emergency_address_id}
        onChange={(address) => void register(address)}
        noneLabel="No address"
        disabled={saving || !may(permissions, 'telephony', 'edit')}
      />
    </FormRow>
  )
}
