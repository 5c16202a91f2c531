import { useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { CopyButton } from '@/components/common/copy-button'
import { SecretField } from '@/components/common/secret-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useSecret } from '@/hooks/use-secret'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { notify } from '@/lib/browser/notify'
import { formatDate } from '@/lib/dates/format'
import { may } from '@/lib/session/permissions'
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
        replacing="Phones use the current password to fetch the new one, so it works for two more weeks. If anyone else knows it, cut it off as soon as the new one is set."
        removing="Phones cannot fetch their configuration after you press Remove: neither this password nor an earlier one works then. The next one must be entered by hand on each phone. To change it, generate a new one instead."
        disabled={disabled}
      />
      <ReplacedPassword disabled={disabled} />
    </div>
  )
}

/** Until when phones may still use the password before this one, and a button that cuts it off. */
function ReplacedPassword({ disabled }: { disabled?: boolean }) {
  const { id, domain } = useCurrentTenant()
  const { replacedUntil, cutOff } = useSecret('tenants', id, 'provisioning_password')
  const { permissions } = useMember()
  const { run, asking } = useRecentSignIn()
  const [asked, setAsked] = useState(false)
  if (!replacedUntil) return null
  return (
    <Alert tone="info" quiet title={`The previous password works until ${formatDate(replacedUntil)}`}>
      <p>
        Phones use it to fetch the new password when they next check for changes, by default once a day. So
        can anyone else who knows it: if it has leaked, cut it off. A phone that has not fetched the new one
        by then needs it entered by hand.
      </p>
      {!disabled && may(permissions, 'telephony', 'reveal_secrets') ? (
        <Button size="sm" className="mt-2" onClick={() => setAsked(true)}>
          Cut off the previous password
        </Button>
      ) : null}
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={setAsked}
          zIndex={60}
          title={`Cut off the previous password of ${domain}?`}
          confirmLabel="Cut off"
          onConfirm={async () => {
            await run(cutOff)
            void notify('success', 'Previous password cut off')
          }}
        >
          It stops working at once. Phones that have not fetched the new one need it entered by hand.
        </ConfirmDialog>
      ) : null}
      <ConfirmSignIn asking={asking} />
    </Alert>
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
