import { type ReactNode, useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { MoveButtons } from '@/components/ui/move-buttons'
import { SortableList } from '@/components/ui/sortable-list'
import { useReorderRoutes } from '@/hooks/use-outbound-routes'
import type { Tables } from '@/lib/supabase/database.types'
import { type Preset, PRESETS } from '@/lib/telephony/outbound'

type Route = Tables<'outbound_routes'>

/** Reorders a tenant's routes by dragging or with buttons, saved together. */
export function RouteOrder({ routes, onClose }: { routes: readonly Route[]; onClose: () => void }) {
  const [order, setOrder] = useState(routes)
  const { save } = useReorderRoutes()
  const changed = order.some((route, index) => route.id !== routes[index]?.id)

  function move(from: number, to: number) {
    setOrder((before) => {
      const after = [...before]
      after.splice(to, 0, ...after.splice(from, 1))
      return after
    })
  }

  return (
    <FormDialog
      title="Order of the outbound routes"
      description="A call takes the first route that matches."
      submitLabel="Save order"
      dirty={changed}
      draft={null}
      ready={changed}
      onSave={() => save(order)}
      onClose={onClose}
    >
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
    </FormDialog>
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
