import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDndContext,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Fragment, memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Amount } from '@/components/common/amount'
import { cn } from '@/components/ui/cn'
import { TextLink } from '@/components/ui/text-link'
import { useDrawnCount } from '@/components/ui/use-drawn-count'
import { useBusinessDay } from '@/hooks/use-business-day'
import type { Day } from '@/lib/dates/day'
import { formatFigure } from '@/lib/figures'
import { cardOf, type PipelineColumn, placeOf, stagePath } from '@/lib/sales/pipeline'
import { type Stage, stageOf } from '@/lib/sales/stages'
import { KEPT_DAYS } from '@/lib/supabase/kept-days'
import { PipelineCard } from './pipeline-card'
import type { MoveTo } from './stage-moves'

/** A screen of a column's cards, which is drawn first. */
const FIRST_CARDS = 10

/** How long a touch has to rest on a card to drag it; a shorter one scrolls the page. */
const LONG_TOUCH_MS = 250

/** Opportunities by stage. Cards are dragged with mouse or touch or, once picked up with the space bar, with arrow keys. */
export function PipelineBoard({
  columns: current,
  owner,
  onMove,
}: {
  columns: readonly PipelineColumn[]
  /** Whose opportunities the columns hold; null for everyone's. */
  owner: string | null
  /** undefined if the user may not move cards. */
  onMove: MoveTo | undefined
}) {
  // The board is frozen while a card is held; new rows appear when it is dropped.
  const [held, setHeld] = useState<readonly PipelineColumn[]>()
  const columns = held ?? current
  const today = useBusinessDay()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: LONG_TOUCH_MS, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: columnSteps }),
  )
  const nameOf = (id: unknown) => cardOf(columns, id)?.name ?? 'The opportunity'
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is over ${stageOf(String(over.id)).label}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} was dropped in ${stageOf(String(over.id)).label}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
  }

  const board = useRef<HTMLDivElement>(null)
  // The card that was moved with its menu from the keyboard; the focus follows it into its column.
  const moved = useRef<string>(undefined)
  const move: MoveTo = useCallback(
    (card, to) => {
      if (document.activeElement?.matches(':focus-visible')) moved.current = card.id
      onMove?.(card, to)
    },
    [onMove],
  )
  useEffect(() => {
    if (!moved.current || document.activeElement !== document.body) return
    board.current?.querySelector<HTMLElement>(`[data-card="${moved.current}"] button`)?.focus()
  }, [columns])

  function drop({ active, over }: DragEndEvent) {
    setHeld(undefined)
    // The current card, which may have been saved or removed since it was picked up.
    const card = cardOf(current, active.id)
    if (card && over && over.id !== card.status) onMove?.(card, over.id as Stage)
  }

  return (
    <DndContext
      // dnd-kit numbers its ids per process, so the server's would not match the browser's.
      id="pipeline"
      sensors={sensors}
      collisionDetection={(input) => {
        const under = pointerWithin(input)
        return under.length > 0 ? under : rectIntersection(input)
      }}
      onDragStart={() => setHeld(current)}
      onDragEnd={drop}
      onDragCancel={() => setHeld(undefined)}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable:
            'Press space to pick the card up, the left and right arrow keys to change its stage, and space again to drop it.',
        },
      }}
    >
      <div
        ref={board}
        onFocus={() => {
          moved.current = undefined
        }}
        // Where all columns fit, the page is what scrolls, and a landing place stays in sight.
        className="-mx-3 overflow-x-auto px-3 pb-4 sm:mx-0 sm:px-0 xl:overflow-visible"
      >
        <div className="flex min-w-max items-start gap-3 xl:grid xl:min-w-0 xl:grid-cols-6">
          {columns.map((column) => (
            <BoardColumn
              key={column.stage}
              columns={columns}
              column={column}
              owner={owner}
              today={today}
              onMove={onMove && move}
            />
          ))}
        </div>
      </div>
    </DndContext>
  )
}

const BoardColumn = memo(function BoardColumn({
  columns,
  column,
  owner,
  today,
  onMove,
}: {
  columns: readonly PipelineColumn[]
  column: PipelineColumn
  owner: string | null
  today: Day
  onMove: MoveTo | undefined
}) {
  const { stage, count, archived, amount, weighted, cards } = column
  const drawn = cards.slice(0, useDrawnCount(FIRST_CARDS, cards.length, Infinity))
  const { label, probability } = stageOf(stage)
  const { setNodeRef, isOver } = useDroppable({ id: stage })
  const { active } = useDndContext()
  const coming = isOver ? cardOf(columns, active?.id) : undefined
  const landing = coming && coming.status !== stage ? placeOf(coming, cards) : undefined
  return (
    <section
      ref={setNodeRef}
      aria-label={label}
      className={cn(
        'w-64 shrink-0 rounded-lg border border-border bg-surface-sunken p-2 xl:w-auto xl:min-w-0',
        isOver && 'border-accent',
      )}
    >
      <header className="px-1 pb-2">
        <h2 className="flex items-baseline justify-between gap-2 text-base font-semibold">
          {label}
          <span className="text-sm font-normal text-text-muted">
            {formatFigure(count)} · {probability}%
          </span>
        </h2>
        <p className="flex flex-wrap items-baseline justify-between gap-x-2 text-sm">
          <Amount value={amount} currency="USD" />
          {stage === 'won' || stage === 'lost' ? null : (
            <span className="text-text-muted">
              weighted <Amount value={weighted} currency="USD" />
            </span>
          )}
        </p>
      </header>
      <ul className="flex min-h-16 flex-col gap-2">
        {drawn.map((card, place) => (
          <Fragment key={card.id}>
            {place === landing ? <Landing /> : null}
            <PipelineCard card={card} onMove={onMove} />
          </Fragment>
        ))}
        {landing === cards.length ? <Landing /> : null}
      </ul>
      {archived > 0 ? (
        <p className="px-1 pt-2 text-sm text-text-muted">
          {formatFigure(archived)} closed more than {KEPT_DAYS.closed} days ago: in the{' '}
          <StageLink href={stagePath(stage, owner, 'archived', today)}>table</StageLink>.
        </p>
      ) : null}
      {count > cards.length ? (
        <p className="px-1 pt-2 text-sm">
          <StageLink href={stagePath(stage, owner, 'shown', today)}>
            All {formatFigure(count)} in the table
          </StageLink>
        </p>
      ) : null}
    </section>
  )
})

/** Where a held card will be dropped; at the edge of the window if that is out of sight. */
function Landing() {
  return (
    <li
      aria-hidden
      data-landing
      className="sticky top-16 bottom-2 h-16 shrink-0 rounded-md border-2 border-dashed border-accent bg-surface"
    />
  )
}

function StageLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink prefetch={false} href={href} className="text-accent-text">
      {children}
    </TextLink>
  )
}

/** Moves a card that was picked up to the next column in the direction of an arrow key. */
const columnSteps: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const direction = event.code === KeyboardCode.Right ? 1 : event.code === KeyboardCode.Left ? -1 : 0
  const card = context.collisionRect
  if (direction === 0 || !card) return
  event.preventDefault()
  const middle = card.left + card.width / 2
  const lefts = [...context.droppableRects.values()]
    .filter(({ left, width }) => (left + width / 2 - middle) * direction > card.width / 2)
    .map(({ left }) => left)
    .sort((one, other) => (one - other) * direction)
  const [next] = lefts
  return next === undefined ? undefined : { ...currentCoordinates, x: next }
}
