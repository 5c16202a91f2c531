import { type DraggableAttributes, useDraggable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { ArrowLeftRight, GripVertical } from 'lucide-react'
import Link from 'next/link'
import { memo } from 'react'
import { Amount } from '@/components/common/amount'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { Menu } from '@/components/ui/menu'
import { dayLabel } from '@/lib/dates/format'
import { opportunityPath } from '@/lib/record-paths'
import type { PipelineCard as Card } from '@/lib/sales/pipeline'
import { STAGES } from '@/lib/sales/stages'
import type { MoveTo } from './stage-moves'

/** An opportunity on the board: draggable by mouse, by a long touch, or by its handle with the keyboard; its menu moves it too. */
export function PipelineCard({ card, onMove }: { card: Card; onMove: MoveTo | undefined }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } = useDraggable({
    id: card.id,
    disabled: !onMove,
  })
  return (
    <li
      ref={setNodeRef}
      data-card={card.id}
      {...listeners}
      style={{ transform: CSS.Translate.toString(transform) }}
      className={cn(
        'rounded-md border border-border bg-surface py-2 pr-1 pl-3 shadow-card',
        // The browser lays out and paints a card when it comes into sight.
        '[contain-intrinsic-size:auto_7rem] [content-visibility:auto]',
        onMove && 'cursor-grab select-none',
        isDragging && 'relative z-10 cursor-grabbing shadow-overlay',
      )}
    >
      <CardFace
        card={card}
        onMove={onMove}
        isDragging={isDragging}
        attributes={attributes}
        handle={setActivatorNodeRef}
      />
    </li>
  )
}

/** What a card shows. Only what moves a card is drawn again whenever another card joins or is picked up: a board has hundreds. */
const CardFace = memo(function CardFace({
  card,
  onMove,
  isDragging,
  attributes,
  handle,
}: {
  card: Card
  onMove: MoveTo | undefined
  isDragging: boolean
  attributes: DraggableAttributes
  handle: (element: HTMLElement | null) => void
}) {
  return (
    <>
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <Link
            prefetch={false}
            href={opportunityPath(card.id)}
            // Otherwise the browser would drag the link, and follow it on drop.
            draggable={false}
            style={isDragging ? { pointerEvents: 'none' } : undefined}
            className="line-clamp-3 rounded-sm text-base font-medium break-words underline-offset-2 hover:underline"
          >
            {card.name}
          </Link>
        </div>
        {onMove ? (
          <span className="-mt-1 flex shrink-0">
            <Menu
              trigger={<IconButton label={`Move ${card.name}`} size="sm" icon={ArrowLeftRight} />}
              entries={STAGES.filter(({ value }) => value !== card.status).map(({ value, label }) => ({
                kind: 'action' as const,
                label: `Move to ${label}`,
                onSelect: () => onMove(card, value),
              }))}
            />
            <button
              type="button"
              ref={handle}
              {...attributes}
              aria-label={`Drag ${card.name}`}
              className="grid size-7 cursor-grab place-items-center rounded-md text-text-muted hover:bg-surface-active hover:text-text touch:size-11"
            >
              <GripVertical aria-hidden size={14} />
            </button>
          </span>
        ) : null}
      </div>
      <p className="truncate pr-2 text-sm text-text-muted">{card.company_name}</p>
      {card.owner_name ? <p className="truncate pr-2 text-sm text-text-muted">{card.owner_name}</p> : null}
      <p className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-3 pr-2 text-sm">
        <Amount value={card.amount} currency="USD" className="font-medium" />
        <span className="text-text-muted">{card.close_date ? dayLabel(card.close_date) : null}</span>
      </p>
    </>
  )
})
