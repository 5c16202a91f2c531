import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { TenantChoice } from '@/components/common/tenant-choice'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useDraft } from '@/hooks/use-draft'
import { useWrite } from '@/hooks/use-write'
import { draftPortOrder } from '@/lib/numbers/port-orders'
import { PORT_ORDERS } from '@/lib/supabase/constraints'
import { countOf } from '@/lib/words'
import { OpportunityField } from './opportunity-field'

export interface PortOrderDialogProps {
  /** The order's id, stable until the order is created, however often the dialog opens. */
  orderId: string
  numbers: readonly string[]
  /** The opportunity with the numbers, if any. */
  opportunityId: string | null
  /** The losing carrier, if it is the same for all. */
  losingCarrier: string
  name?: string
  tenantId?: string | null
  onClose: () => void
  onMade: () => void
}

/** Creates a draft port order from checked numbers. */
export function PortOrderDialog({
  orderId,
  numbers: given,
  opportunityId,
  losingCarrier,
  name: proposedName = '',
  tenantId: proposedTenant = null,
  onClose,
  onMade,
}: PortOrderDialogProps) {
  const write = useWrite()
  // The numbers it was opened with: after a lost response, the page learns that they are ordered while this is open.
  const [numbers] = useState(given)
  const [name, setName] = useState(proposedName)
  const [carrier, setCarrier] = useState(losingCarrier)
  const [tenantId, setTenant] = useState(proposedTenant)
  const [opportunity, setOpportunity] = useState(opportunityId)
  const dirty =
    name !== proposedName ||
    carrier !== losingCarrier ||
    tenantId !== proposedTenant ||
    opportunity !== opportunityId

  const storedDraft = useDraft(
    `port-order ${numbers.length} ${numbers[0]}`,
    null,
    {
      ...(name !== proposedName && { name }),
      ...(carrier !== losingCarrier && { carrier }),
      ...(tenantId !== proposedTenant && { tenantId }),
      ...(opportunity !== opportunityId && { opportunity }),
    },
    (typed) => {
      setName(typed.name ?? name)
      setCarrier(typed.carrier ?? carrier)
      if (typed.tenantId !== undefined) setTenant(typed.tenantId)
      if (typed.opportunity !== undefined) setOpportunity(typed.opportunity)
    },
  )

  async function make() {
    const draft = {
      id: orderId,
      name: name.trim(),
      tenantId,
      opportunityId: opportunity,
      losingCarrier: carrier.trim(),
      numbers,
    }
    await write((supabase) => draftPortOrder(supabase, draft))
    onMade()
    return true
  }

  return (
    <FormDialog
      title={`Port ${countOf(numbers.length, 'number')}`}
      description="The order starts as a draft. Submit it in Numbers."
      submitLabel="Create order"
      dirty={dirty}
      draft={storedDraft}
      ready={name.trim() !== ''}
      onSave={make}
      onClose={onClose}
    >
      <FormRow label="Name" required>
        <Input
          value={name}
          maxLength={PORT_ORDERS.name.maxLength}
          onChange={(event) => setName(event.target.value)}
        />
      </FormRow>
      <TenantChoice label="For the tenant" required={false} value={tenantId} onChange={setTenant} />
      <OpportunityField value={opportunity} onChange={setOpportunity} />
      <FormRow label="Losing carrier" hint="The carrier that has the numbers now.">
        <Input
          value={carrier}
          maxLength={PORT_ORDERS.losing_carrier.maxLength}
          onChange={(event) => setCarrier(event.target.value)}
        />
      </FormRow>
    </FormDialog>
  )
}
