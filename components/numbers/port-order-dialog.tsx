import { type FormEvent, useId, useState } from 'react'
import { TenantChoice } from '@/components/tenants/tenant-choice'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { failureMessage } from '@/lib/errors'
import { draftPortOrder } from '@/lib/numbers/port-orders'
import { getSupabase } from '@/lib/supabase/browser-client'
import { OpportunityField } from './opportunity-field'

export interface PortOrderDialogProps {
  /** The order's id, which stays the same however often the dialog is opened until the order is made. */
  orderId: string
  numbers: readonly string[]
  /** The opportunity that the numbers were attached to, if they were. */
  opportunityId: string | null
  /** The one carrier that has them, as far as it is known. */
  losingCarrier: string
  name?: string
  tenantId?: string | null
  onClose: () => void
  onMade: () => void
}

/** Makes a draft of a port order from checked numbers. */
export function PortOrderDialog({
  orderId,
  numbers,
  opportunityId,
  losingCarrier,
  name: proposedName = '',
  tenantId: proposedTenant = null,
  onClose,
  onMade,
}: PortOrderDialogProps) {
  const form = useId()
  const [name, setName] = useState(proposedName)
  const [carrier, setCarrier] = useState(losingCarrier)
  const [tenantId, setTenant] = useState(proposedTenant)
  const [opportunity, setOpportunity] = useState(opportunityId)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function make(event: FormEvent) {
    event.preventDefault()
    setWorking(true)
    setFailure(null)
    try {
      const draft = {
        id: orderId,
        name: name.trim(),
        tenantId,
        opportunityId: opportunity,
        losingCarrier: carrier.trim(),
        numbers,
      }
      await draftPortOrder(await getSupabase(), draft)
      onMade()
    } catch (error) {
      setFailure(failureMessage(error))
      setWorking(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      dismissable={!working}
      title={`Port ${numbers.length} ${numbers.length === 1 ? 'number' : 'numbers'}`}
      description="The order begins as a draft; it is submitted in Numbers."
      footer={
        <>
          <Button onClick={onClose} disabled={working}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" loading={working} disabled={name.trim() === ''}>
            Make the order
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={make} className="flex flex-col gap-4">
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <FormRow label="Name" required>
          <Input value={name} maxLength={128} onChange={(event) => setName(event.target.value)} />
        </FormRow>
        <TenantChoice label="For the tenant" required={false} value={tenantId} onChange={setTenant} />
        <OpportunityField value={opportunity} onChange={setOpportunity} />
        <FormRow label="Comes from" hint="The carrier that has the numbers now.">
          <Input value={carrier} maxLength={128} onChange={(event) => setCarrier(event.target.value)} />
        </FormRow>
      </form>
    </Dialog>
  )
}
