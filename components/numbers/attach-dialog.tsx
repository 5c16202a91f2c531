import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { noRefresh, useWrite } from '@/hooks/use-write'
import type { Portability } from '@/lib/numbers/number-facts'
import { attachToOpportunity } from '@/lib/numbers/port-orders'
import { countOf } from '@/lib/words'
import { OpportunityField } from './opportunity-field'

export interface AttachDialogProps {
  checked: readonly Portability[]
  onClose: () => void
  /** Gets the opportunity with the numbers. */
  onAttached: (opportunityId: string) => void
}

/** Adds checked numbers to an opportunity. */
export function AttachDialog({ checked, onClose, onAttached }: AttachDialogProps) {
  const write = useWrite(noRefresh)
  const [opportunity, setOpportunity] = useState<string | null>(null)

  async function attach() {
    if (!opportunity) return false
    await write((supabase) => attachToOpportunity(supabase, opportunity, checked))
    onAttached(opportunity)
    return true
  }

  return (
    <FormDialog
      size="sm"
      title={`Attach ${countOf(checked.length, 'number')} to an opportunity`}
      submitLabel="Attach"
      dirty={opportunity !== null}
      draft={null}
      ready={opportunity !== null}
      onSave={attach}
      onClose={onClose}
    >
      <OpportunityField required value={opportunity} onChange={setOpportunity} />
    </FormDialog>
  )
}
