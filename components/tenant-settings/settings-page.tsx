import { failureOf } from '@/components/common/loaded'
import { Skeleton } from '@/components/ui/skeleton'
import { useHashTarget } from '@/hooks/use-hash-target'
import { useRecord } from '@/hooks/use-record'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { tenantSettings } from '@/lib/resources/tenant-settings'
import { DeleteTenant } from './delete-tenant'
import { EmergencyAddresses } from './emergency-addresses'
import { EmergencyReadiness } from './emergency-readiness'
import { FeatureCodes } from './feature-codes'
import { RegisteredNumbers } from './registered-numbers'
import { SettingsForm } from './settings-form'
import { TenantTerms } from './tenant-terms'

/** A tenant's settings: overrides of the product defaults, feature codes, and 911. */
export function SettingsPage() {
  const tenantId = useCurrentTenantId()
  const query = useRecord(tenantSettings, tenantId)
  useHashTarget(query.data !== undefined)

  return (
    <div className="flex flex-col gap-4">
      <header>
        <h2 className="text-xl font-semibold">Settings</h2>
        <p className="text-sm text-text-muted">Settings left empty use the product’s defaults.</p>
      </header>
      <TenantTerms />
      {query.data !== undefined ? (
        <SettingsForm stored={query.data} />
      ) : (
        (failureOf(query, 'The settings could not be loaded') ?? (
          <div role="status">
            <span className="sr-only">Loading the settings</span>
            <Skeleton className="h-[90rem] w-full" />
          </div>
        ))
      )}
      <FeatureCodes />
      <EmergencyReadiness />
      <RegisteredNumbers />
      <EmergencyAddresses />
      <DeleteTenant />
    </div>
  )
}
