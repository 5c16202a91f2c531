import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useMember } from '@/hooks/use-member'
import { may } from '@/lib/session/permissions'
import { ProvisioningAccount } from './provisioning-account'

/** The provisioning settings to enter on a phone, or in the DHCP option it uses. */
export function ServerDialog({ onClose }: { onClose: () => void }) {
  const { permissions } = useMember()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Provisioning server"
      description="Enter these on the phones, or hand out the address with DHCP option 66."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ProvisioningAccount disabled={!may(permissions, 'telephony', 'edit')} />
    </Dialog>
  )
}
