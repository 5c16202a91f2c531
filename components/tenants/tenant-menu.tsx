import { CirclePause, CirclePlay, Copy, Download, MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { RowMenu } from '@/components/ui/row-menu'
import { useMember } from '@/hooks/use-member'
import { noRefresh, useAction } from '@/hooks/use-write'
import { may } from '@/lib/session/permissions'
import { NewTenantDialog, SuspendDialog } from './lazy-tenant-dialogs'
import { mayCreateTenants } from './may-create-tenants'

export interface TenantOfMenu {
  id: string
  name: string
  code: string
  status: string
}

/** Actions on a tenant as a whole; hidden from users who may do none of them. */
export function TenantMenu({ tenant, compact = false }: { tenant: TenantOfMenu; compact?: boolean }) {
  const { permissions } = useMember()
  const { act } = useAction(noRefresh)
  const [open, setOpen] = useState<'suspend' | 'clone' | null>(null)
  const suspended = tenant.status === 'suspended'
  const close = () => setOpen(null)

  const keep = () =>
    act(async (supabase) => {
      const { downloadConfiguration } = await import('@/lib/tenants/download-configuration')
      await downloadConfiguration(supabase, tenant)
    })

  const entries: MenuEntry[] = []
  if (mayCreateTenants(permissions) && may(permissions, 'telephony', 'create')) {
    entries.push({
      kind: 'action',
      label: 'New tenant like this',
      icon: Copy,
      onSelect: () => setOpen('clone'),
    })
  }
  if (may(permissions, 'tenants', 'export') && may(permissions, 'telephony')) {
    entries.push({
      kind: 'action',
      label: 'Export configuration',
      icon: Download,
      onSelect: () => void keep(),
    })
  }
  if (may(permissions, 'tenants', 'edit')) {
    if (entries.length > 0) entries.push({ kind: 'separator' })
    entries.push({
      kind: 'action',
      label: suspended ? 'Resume' : 'Suspend',
      icon: suspended ? CirclePlay : CirclePause,
      danger: !suspended,
      onSelect: () => setOpen('suspend'),
    })
  }
  if (entries.length === 0) return null

  return (
    <>
      {compact ? (
        <RowMenu label={`Actions for ${tenant.name}`} entries={entries} />
      ) : (
        <Menu
          entries={entries}
          trigger={
            <Button icon={MoreHorizontal} iconSize={16}>
              Actions
            </Button>
          }
        />
      )}
      {open === 'suspend' ? <SuspendDialog tenant={tenant} onClose={close} /> : null}
      {open === 'clone' ? <NewTenantDialog template={tenant} onClose={close} /> : null}
    </>
  )
}
