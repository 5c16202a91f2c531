import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-code'
import { useMember } from '@/hooks/use-member'
import { mayCreateCompanies } from '@/lib/sales/create-records'

const NewCompanyDialog = lateDialog(
  dynamic(() => import('@/components/tenants/new-company-dialog').then((module) => module.NewCompanyDialog)),
)

/** Creates a company from a picker, for users who may. */
export function NewCompanyButton({ onMade }: { onMade: (id: string) => void }) {
  const { permissions } = useMember()
  const [making, setMaking] = useState(false)
  if (!mayCreateCompanies(permissions)) return null
  return (
    <>
      <Button size="sm" className="self-start" onClick={() => setMaking(true)}>
        New company
      </Button>
      {making ? <NewCompanyDialog onClose={() => setMaking(false)} onMade={({ id }) => onMade(id)} /> : null}
    </>
  )
}
