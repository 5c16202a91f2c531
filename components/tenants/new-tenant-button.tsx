import { Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useMember } from '@/hooks/use-member'
import { mayCreateTenants } from './may-create-tenants'

const NewTenantDialog = dynamic(() => import('./new-tenant-dialog').then((module) => module.NewTenantDialog))

/** Opens the form for a new tenant; nothing for those who may not make one. */
export function NewTenantButton() {
  const { permissions } = useMember()
  const [open, setOpen] = useState(false)
  if (!mayCreateTenants(permissions)) return null
  return (
    <>
      <Button variant="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setOpen(true)}>
        New tenant
      </Button>
      {open ? <NewTenantDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
