import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { ReferenceSelect } from '@/components/common/reference-select'
import { FormRow } from '@/components/ui/form-row'
import { useDraft } from '@/hooks/use-draft'
import { useAddDefaultRoutes, useGateways } from '@/hooks/use-outbound-routes'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { GATEWAY } from '@/lib/resources/kinds'

/** Adds the standard routes, once a gateway has been chosen for them. */
export function DefaultRoutes({ onClose }: { onClose: () => void }) {
  const tenant = useCurrentTenantId()
  const addRoutes = useAddDefaultRoutes()
  const known = useGateways()
  const [first, setFirst] = useState<string | null>(null)
  const [second, setSecond] = useState<string | null>(null)
  const dirty = first !== null || second !== null
  const draft = useDraft(`usual-routes ${tenant}`, null, dirty ? { first, second } : {}, (chosen) => {
    setFirst(chosen.first ?? null)
    setSecond(chosen.second ?? null)
  })
  const carriers = known?.filter(({ id, enabled }) => enabled && (id === first || id === second))
  const silent = carriers && first !== null && !carriers.some((gateway) => gateway.may_carry_emergency)

  async function add() {
    if (first === null) return false
    await addRoutes(first, second)
    return true
  }

  return (
    <FormDialog
      size="sm"
      title="Add the default routes"
      submitLabel="Add routes"
      dirty={dirty}
      draft={draft}
      ready={first !== null}
      onSave={add}
      onClose={onClose}
    >
      <FormRow
        label="First gateway"
        required
        hint={
          silent
            ? 'None of these gateways may carry emergency calls. Change the 911 route’s gateway afterward.'
            : undefined
        }
      >
        <ReferenceSelect
          to={GATEWAY}
          value={first}
          onChange={setFirst}
          without={second ? [second] : []}
          required
        />
      </FormRow>
      <FormRow label="Second gateway" hint="Tried when the first does not answer.">
        <ReferenceSelect to={GATEWAY} value={second} onChange={setSecond} without={first ? [first] : []} />
      </FormRow>
    </FormDialog>
  )
}
