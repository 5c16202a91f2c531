import { type ReactNode, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { MoveButtons } from '@/components/ui/move-buttons'
import { SortableList } from '@/components/ui/sortable-list'
import { useRefreshRecords } from '@/hooks/use-record'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import { PRESETS, type Preset } from '@/lib/telephony/outbound'

type Route = Tables<'outbound_routes'>

/** Puts a tenant's routes in order, by dragging or with buttons; all are saved at once. */
export function RouteOrder({ routes, onClose }: { routes: readonly Route[]; onClose: () => void }) {
  const [order, setOrder] = useState(routes)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const refresh = useRefreshRecords()
  const changed = order.some((route, index) => route.id !== routes[index]?.id)

  function move(from: number, to: number) {
    setOrder((before) => {
      const after = [...before]
      after.splice(to, 0, ...after.splice(from, 1))
      return after
    })
  }

  async function save() {
    setSaving(true)
    setFailure(null)
    try {
      const ids = order.map(({ id }) => id)
      const tenant = order[0]?.tenant_id ?? ''
      dataOf(await (await getSupabase()).rpc('order_outbound_routes', { tenant, ids }))
      void notify('success', 'Saved the order')
      onClose()
      await refresh()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      dismissable={!saving}
      title="Order of the outbound routes"
      footer={
        <>
          <Button onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <Button variant="primary" onClick={save} loading={saving} disabled={!changed}>
            Save order
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm text-text-muted">A call takes the first route that fits.</p>
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <SortableList
          ids={order.map(({ id }) => id)}
          labelOf={(index) => order[index]?.name ?? ''}
          onMove={move}
          item={(index, handle) => (
            <OrderedRoute
              route={order[index] as Route}
              handle={handle}
              index={index}
              count={order.length}
              onMove={(to) => move(index, to)}
            />
          )}
        />
      </div>
    </Dialog>
  )
}

function OrderedRoute({
  route: { name, matches, pattern, enabled },
  handle,
  index,
  count,
  onMove,
}: {
  route: Route
  handle: ReactNode
  index: number
  count: number
  onMove: (to: number) => void
}) {
  return (
    <div className="flex items-center gap-2 rounded-md border border-border bg-surface px-1.5 py-1">
      {handle}
      <span className={enabled ? 'min-w-0 flex-1 truncate' : 'min-w-0 flex-1 truncate text-text-muted'}>
        {name}
        <span className="ml-2 text-sm text-text-muted">
          {matches === 'pattern' ? pattern : PRESETS[matches as Preset].label}
          {enabled ? '' : ', off'}
        </span>
      </span>
      <MoveButtons
        up={`Move ${name} up`}
        down={`Move ${name} down`}
        index={index}
        count={count}
        onMove={onMove}
        size="sm"
      />
    </div>
  )
}
