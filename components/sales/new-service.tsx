import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-code'
import { useMember } from '@/hooks/use-member'
import { may } from '@/lib/session/permissions'
import type { CreatedService } from './new-service-dialog'

const NewServiceDialog = lateDialog(
  dynamic(() => import('./new-service-dialog').then((module) => module.NewServiceDialog)),
)

/** A button that creates a service where one is chosen; nothing for those who may not. */
export function NewService({
  onMade,
  className,
}: {
  onMade: (service: CreatedService) => void
  className?: string
}) {
  const { permissions } = useMember()
  const [making, setMaking] = useState(false)
  if (!may(permissions, 'sales', 'create')) return null
  return (
    <>
      <Button size="sm" className={className} onClick={() => setMaking(true)}>
        New service
      </Button>
      {making ? <NewServiceDialog onClose={() => setMaking(false)} onMade={onMade} /> : null}
    </>
  )
}
