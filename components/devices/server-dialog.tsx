import Link from 'next/link'
import { CopyButton } from '@/components/common/copy-button'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { tenantPath } from '@/lib/paths'
import { provisioningUrl } from '@/lib/telephony/provisioning/server-address'

/** What a phone, or the DHCP option that it obeys, has to be told to fetch its configuration. */
export function ServerDialog({ onClose }: { onClose: () => void }) {
  const { id, domain } = useCurrentTenant()
  const address = provisioningUrl(window.location.origin)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Provisioning server"
      description="Enter this address and account on the phones, or hand out the address with DHCP option 66."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <DescriptionList
        items={[
          { term: 'Address', details: <Copied text={address} what="address" /> },
          { term: 'User name', details: <Copied text={domain} what="user name" /> },
          {
            term: 'Password',
            details: (
              <Link className="text-accent-text underline" href={`${tenantPath(id)}/settings`}>
                In the tenant’s settings
              </Link>
            ),
          },
        ]}
      />
    </Dialog>
  )
}

function Copied({ text, what }: { text: string; what: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className="code min-w-0 break-all">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}
