import { useState } from 'react'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useRecord } from '@/hooks/use-record'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { failureMessage } from '@/lib/errors'
import type { RecordRow } from '@/lib/records/field'
import { tenantSettings } from '@/lib/resources/tenant-settings'
import { EmergencyAddresses } from './emergency-addresses'
import { EmergencyReadiness } from './emergency-readiness'
import { FeatureCodes } from './feature-codes'
import { RegisteredNumbers } from './registered-numbers'
import { SettingsForm } from './settings-form'
import { TenantTerms } from './tenant-terms'

/** A tenant's settings: what it overrides of the product's, its feature codes, and all that 911 calls need. */
export function SettingsPage() {
  const tenantId = useCurrentTenantId()
  const { data: loaded, error, isValidating, mutate } = useRecord(tenantSettings, tenantId)
  const [saved, setSaved] = useState<RecordRow | null>(null)
  const stored = saved ?? loaded

  return (
    <div className="flex flex-col gap-4">
      <header>
        <h2 className="text-xl font-semibold">Settings</h2>
        <p className="text-sm text-text-muted">
          What is not overridden here is inherited from the product and follows it.
        </p>
      </header>
      <TenantTerms />
      {stored !== undefined ? (
        <SettingsForm key={stored?.version ?? 0} stored={stored} onSaved={setSaved} />
      ) : error ? (
        <ErrorState
          title="The settings could not be loaded"
          message={failureMessage(error)}
          retrying={isValidating}
          onRetry={() => void mutate()}
        />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the settings</span>
          <Skeleton className="h-96 w-full" />
        </div>
      )}
      <FeatureCodes />
      <EmergencyReadiness />
      <RegisteredNumbers />
      <EmergencyAddresses />
    </div>
  )
}
