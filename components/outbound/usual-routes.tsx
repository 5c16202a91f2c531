import { type SyntheticEvent, useId, useState } from 'react'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useDraft } from '@/hooks/use-draft'
import { useRefreshRecords } from '@/hooks/use-record'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { gateway } from '@/lib/resources/outbound-route'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'

/** Makes the routes that nearly every tenant has, once it is known which gateway they go through. */
export function UsualRoutes({ tenantId, onClose }: { tenantId: string; onClose: () => void }) {
  const formId = useId()
  const listId = useId()
  const { data } = useSWR('known-gateways', async () =>
    dataOf(await (await getSupabase()).rpc('known_gateways')),
  )
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [asked, setAsked] = useState(false)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const refresh = useRefreshRecords()

  const dirty = first !== '' || second !== ''
  const draft = useDraft(`usual-routes ${tenantId}`, null, dirty ? { first, second } : {}, (typed) => {
    setFirst(typed.first ?? '')
    setSecond(typed.second ?? '')
  })

  function cancel() {
    if (dirty) draft.forget()
    onClose()
  }

  const firstProblem = problemOf(first)
  const secondProblem =
    second.trim() && second.trim() === first.trim()
      ? 'This is the first gateway.'
      : second.trim()
        ? problemOf(second)
        : undefined

  async function add(event: SyntheticEvent) {
    event.preventDefault()
    setAsked(true)
    if (firstProblem || secondProblem || working) return
    setWorking(true)
    setFailure(null)
    try {
      const made = dataOf(
        await (await getSupabase()).rpc('add_usual_outbound_routes', {
          tenant: tenantId,
          gateway: first.trim(),
          second_gateway: second.trim() || undefined,
        }),
      )
      draft.forget()
      void notify('success', `Added ${made} outbound routes`)
      onClose()
      await refresh()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setWorking(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={cancel}
      size="sm"
      dismissable={!working}
      title="Add the usual routes"
      footer={
        <>
          <Button onClick={cancel} disabled={working}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={working} disabled={!first.trim()}>
            Add routes
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-3" onSubmit={(event) => void add(event)}>
        <DraftNotice {...draft} />
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <FormRow label="First gateway" required error={asked ? firstProblem : undefined}>
          <Input
            list={listId}
            className="code"
            value={first}
            onChange={(event) => setFirst(event.target.value)}
          />
        </FormRow>
        <FormRow
          label="Second gateway"
          hint="Is tried when the first does not answer."
          error={asked ? secondProblem : undefined}
        >
          <Input
            list={listId}
            className="code"
            value={second}
            onChange={(event) => setSecond(event.target.value)}
          />
        </FormRow>
        <datalist id={listId}>
          {(data ?? []).map((gateway) => (
            <option key={gateway} value={gateway} />
          ))}
        </datalist>
      </form>
    </Dialog>
  )
}

function problemOf(name: string): string | undefined {
  return gateway.safeParse(name).error?.issues[0]?.message
}
