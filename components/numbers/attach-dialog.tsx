import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { failureMessage } from '@/lib/errors'
import type { Portability } from '@/lib/numbers/number-facts'
import { attachToOpportunity } from '@/lib/numbers/port-orders'
import { getSupabase } from '@/lib/supabase/browser-client'
import { OpportunityField } from './opportunity-field'

export interface AttachDialogProps {
  checked: readonly Portability[]
  onClose: () => void
  /** With the opportunity that has them now. */
  onAttached: (opportunityId: string) => void
}

/** Notes checked numbers with an opportunity. */
export function AttachDialog({ checked, onClose, onAttached }: AttachDialogProps) {
  const [opportunity, setOpportunity] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function attach() {
    if (!opportunity) return
    setWorking(true)
    setFailure(null)
    try {
      await attachToOpportunity(await getSupabase(), opportunity, checked)
      onAttached(opportunity)
    } catch (error) {
      setFailure(failureMessage(error))
      setWorking(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      dismissable={!working}
      title={`Attach ${checked.length} ${checked.length === 1 ? 'number' : 'numbers'} to an opportunity`}
      footer={
        <>
          <Button onClick={onClose} disabled={working}>
            Cancel
          </Button>
          <Button variant="primary" loading={working} disabled={!opportunity} onClick={attach}>
            Attach
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <OpportunityField required value={opportunity} onChange={setOpportunity} />
      </div>
    </Dialog>
  )
}
