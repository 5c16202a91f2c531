import { Fields } from '@/components/records/fields'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { useTenantSettings } from '@/hooks/use-tenant-settings'
import { phoneFieldsOver } from '@/lib/resources/phone-fields'
import { unsupportedSettings } from '@/lib/telephony/provisioning/limits'
import { effectivePhoneSettings, type PhoneOverrides } from '@/lib/telephony/provisioning/phone-settings'

/** The named settings of a profile over those of its tenant, with what the model cannot do said at each. */
export function PhoneSettingFields({ vendor, model }: { vendor: string; model: string }) {
  const { id } = useCurrentTenant()
  const { stored } = useTenantSettings(id)
  const fields = phoneFieldsOver(effectivePhoneSettings((stored ?? {}) as PhoneOverrides))
  const hints = Object.entries(unsupportedSettings(vendor, model)).map(
    ([name, reason]) => [name, { hint: `Not on this model: ${reason}` }] as const,
  )
  return (
    <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
      <Fields of={{ fields }} instead={Object.fromEntries(hints)} />
    </div>
  )
}
