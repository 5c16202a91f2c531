import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'

export type SortableListProps = {
  /** A key per row, in order. */
  ids: readonly string[]
  /** Name of a row, for the handle and for announcements while dragging. */
  labelOf: (index: number) => string
  onMove: (from: number, to: number) => void
  /** Renders a row around its handle. */
  item: (index: number, handle: ReactNode) => ReactNode
  disabled?: boolean
}

/**
 * Rows reordered by dragging their handle, with the pointer or with space and arrow keys. Adds dnd-kit (about 16 kB): import
 * lazily. Offer buttons too, because not everybody drags.
 */
export function SortableList({ ids, labelOf, onMove, item, disabled = false }: SortableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const nameOf = (id: string | number) => labelOf(ids.indexOf(String(id)))
  const placeOf = (id: string | number) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`

  function drop({ active, over }: DragEndEvent) {
    const from = ids.indexOf(String(active.id))
    const to = over ? ids.indexOf(String(over.id)) : -1
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: {
          draggable: 'Press space to pick the row up, the arrow keys to move it, and space again to drop it.',
        },
        announcements: {
          onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`,
          onDragOver: ({ active, over }) =>
            over ? `${nameOf(active.id)} is over place ${placeOf(over.id)}.` : undefined,
          onDragEnd: ({ active, over }) =>
            over ? `${nameOf(active.id)} was dropped at place ${placeOf(over.id)}.` : undefined,
          onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
        },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy} disabled={disabled}>
        <ol className="flex flex-col gap-2">
          {ids.map((id, index) => (
            <SortableRow key={id} id={id} label={labelOf(index)} disabled={disabled}>
              {(handle) => item(index, handle)}
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

function SortableRow({
  id,
  label,
  disabled,
  children,
}: {
  id: string
  label: string
  disabled: boolean
  children: (handle: ReactNode) => ReactNode
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cn('min-w-0', isDragging && 'relative z-10 shadow-overlay')}
    >
      {children(
        disabled ? null : (
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={`Drag ${label}`}
            className="grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-text-muted hover:bg-surface-active hover:text-text touch:size-11"
          >
            <GripVertical aria-hidden size={16} />
          </button>
        ),
      )}
    </li>
  )
}
