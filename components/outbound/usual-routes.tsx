import { useId, useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useDraft } from '@/hooks/use-draft'
import { useGateways } from '@/hooks/use-outbound-routes'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import { gateway } from '@/lib/resources/outbound-route'
import { dataOf } from '@/lib/supabase/answer'

/** Adds the routes that nearly every tenant has, once it is known which gateway they go through. */
export function UsualRoutes({ onClose }: { onClose: () => void }) {
  const listId = useId()
  const tenant = useCurrentTenantId()
  const gateways = useGateways()
  const write = useWrite()
  const [typedFirst, setFirst] = useState('')
  const [typedSecond, setSecond] = useState('')
  const [asked, setAsked] = useState(false)
  const dirty = typedFirst !== '' || typedSecond !== ''
  const draft = useDraft(
    `usual-routes ${tenant}`,
    null,
    dirty ? { first: typedFirst, second: typedSecond } : {},
    (typed) => {
      setFirst(typed.first ?? '')
      setSecond(typed.second ?? '')
    },
  )
  const [first, second] = [typedFirst.trim(), typedSecond.trim()]
  const firstProblem = problemOf(first)
  const secondProblem =
    second && second === first ? 'This is already the first gateway.' : second ? problemOf(second) : undefined

  async function add() {
    setAsked(true)
    if (firstProblem || secondProblem) return false
    const wanted = { tenant, gateway: first, second_gateway: second || undefined }
    await write(
      async (supabase) => dataOf(await supabase.rpc('add_usual_outbound_routes', wanted)),
      (made) => `Added ${made} outbound routes`,
    )
    return true
  }

  return (
    <FormDialog
      size="sm"
      title="Add the usual routes"
      submitLabel="Add routes"
      dirty={dirty}
      draft={draft}
      ready={first !== ''}
      onSave={add}
      onClose={onClose}
    >
      <FormRow label="First gateway" required error={asked ? firstProblem : undefined}>
        <Input
          list={listId}
          className="code"
          value={typedFirst}
          onChange={(event) => setFirst(event.target.value)}
        />
      </FormRow>
      <FormRow
        label="Second gateway"
        hint="Tried when the first does not answer."
        error={asked ? secondProblem : undefined}
      >
        <Input
          list={listId}
          className="code"
          value={typedSecond}
          onChange={(event) => setSecond(event.target.value)}
        />
      </FormRow>
      <datalist id={listId}>
        {gateways.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormDialog>
  )
}

function problemOf(name: string): string | undefined {
  return gateway.safeParse(name).error?.issues[0]?.message
}
