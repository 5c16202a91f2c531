import { CopyButton } from '@/components/common/copy-button'
import { SecretField } from '@/components/common/secret-field'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { provisioningUrl } from '@/lib/telephony/provisioning/server-address'
import { lowerFirst } from '@/lib/words'

/** The account that the tenant's phones use to fetch their configuration: URL, user name and password. */
export function ProvisioningAccount({ disabled }: { disabled?: boolean }) {
  const { id, domain } = useCurrentTenant()
  return (
    <div className="flex flex-col gap-4">
      <Copied term="Provisioning address" text={provisioningUrl(window.location.origin)} />
      <Copied term="Provisioning user name" text={domain} />
      <SecretField
        table="tenants"
        owner={id}
        section="telephony"
        field="provisioning_password"
        label="Provisioning password"
        generate="password"
        opensOthers
        disabled={disabled}
      />
    </div>
  )
}

function Copied({ term, text }: { term: string; text: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{term}</span>
      <span className="flex min-h-8 items-center gap-1">
        <span className="code min-w-0 break-all">{text}</span>
        <CopyButton text={text} what={lowerFirst(term)} />
      </span>
    </div>
  )
}
