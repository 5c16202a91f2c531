import { useContext } from 'react'
import { ReferenceSelect } from '@/components/common/reference-select'
import { FormRow } from '@/components/ui/form-row'
import { TextLink } from '@/components/ui/text-link'
import { TenantContext } from '@/hooks/use-tenant'
import { tenantPath } from '@/lib/record-paths'

export const ADDRESS = {
  table: 'emergency_addresses',
  columns: ['label', 'street'],
  noun: 'address',
} as const

/** Selects one of the tenant's E911 addresses, or adds another. */
export function E911Address({
  value,
  onChange,
  error,
}: {
  value: string | null
  onChange: (id: string | null) => void
  error?: string
}) {
  const tenant = useContext(TenantContext)
  return (
    <FormRow
      label="Address"
      required
      error={error}
      hint={
        <>
          If the number’s carrier is not connected, send it the address yourself and record its answer here.{' '}
          {tenant ? (
            <TextLink href={`${tenantPath(tenant.id)}/settings#emergency`}>Add an address</TextLink>
          ) : null}
        </>
      }
    >
      <ReferenceSelect required to={ADDRESS} value={value} onChange={onChange} />
    </FormRow>
  )
}
