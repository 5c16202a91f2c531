import { ScanSearch } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-code'
import { useMember } from '@/hooks/use-member'
import { may } from '@/lib/session/permissions'

const LookUpDialog = lateDialog(
  dynamic(() => import('./look-up-dialog').then((module) => module.LookUpDialog)),
)

/** Looks up a phone by scanning it; hidden from users who may not assign phones to tenants. */
export function LookUpButton() {
  const { permissions } = useMember()
  const [open, setOpen] = useState(false)
  if (!may(permissions, 'telephony', 'create')) return null
  return (
    <>
      <Button icon={ScanSearch} onClick={() => setOpen(true)}>
        <span>
          Look up<span className="max-sm:sr-only"> by scanning</span>
        </span>
      </Button>
      {open ? <LookUpDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
