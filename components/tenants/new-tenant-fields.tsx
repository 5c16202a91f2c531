import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import type { NewTenantValues } from '@/hooks/use-new-tenant'
import { TIME_ZONES, zoneName } from '@/lib/dates/zones'
import { TENANTS } from '@/lib/supabase/constraints'

type NewTenantFieldsProps = {
  values: NewTenantValues
  errors: Record<string, string | undefined>
  onChange: (changed: Partial<NewTenantValues>) => void
}

/** Domain, tenant code, time zone and seats of a new tenant. */
export function NewTenantFields({ values, errors, onChange }: NewTenantFieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <FormRow label="Domain" required error={errors.domain}>
        <Input
          value={values.domain}
          maxLength={TENANTS.domain.maxLength}
          placeholder="acme.pbx.example"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange({ domain: event.target.value })}
        />
      </FormRow>
      <FormRow label="Tenant code" required error={errors.tenant_code} hint="Cannot be changed later.">
        <Input
          value={values.tenant_code}
          maxLength={32}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange({ tenant_code: event.target.value })}
        />
      </FormRow>
      <FormRow label="Time zone" required error={errors.time_zone}>
        <Combobox
          value={values.time_zone}
          text={zoneName(values.time_zone)}
          searchLabel="Find a time zone"
          options={TIME_ZONES}
          onSelect={(zone) => onChange({ time_zone: zone })}
        />
      </FormRow>
      <FormRow label="Extension seats" required error={errors.extension_limit}>
        <Input
          inputMode="numeric"
          value={values.extension_limit}
          onChange={(event) => onChange({ extension_limit: event.target.value })}
        />
      </FormRow>
    </div>
  )
}
