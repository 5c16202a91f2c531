import { useId, useState } from 'react'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useRefreshRecords } from '@/hooks/use-record'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'

/** Makes the routes that nearly every tenant has, once it is known which gateway they go through. */
export function UsualRoutes({ tenantId, onClose }: { tenantId: string; onClose: () => void }) {
  const listId = useId()
  const { data } = useSWR('known-gateways', async () =>
    dataOf(await (await getSupabase()).rpc('known_gateways')),
  )
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const refresh = useRefreshRecords()

  async function add() {
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
      onOpenChange={onClose}
      size="sm"
      dismissable={!working}
      title="Add the usual routes"
      footer={
        <>
          <Button onClick={onClose} disabled={working}>
            Cancel
          </Button>
          <Button variant="primary" onClick={add} loading={working} disabled={!first.trim()}>
            Add routes
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <FormRow label="First gateway" required>
          <Input
            list={listId}
            className="code"
            value={first}
            onChange={(event) => setFirst(event.target.value)}
          />
        </FormRow>
        <FormRow label="Second gateway" hint="Is tried when the first does not answer.">
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
      </div>
    </Dialog>
  )
}
