import { useId } from 'react'
import { cn } from '@/components/ui/cn'
import { Stat } from '@/components/ui/stat'
import type { ShownFigures } from '@/hooks/use-dashboard'
import { useMember } from '@/hooks/use-member'
import type { FigureCard, FigureGroup } from './figure-cards'
import { HourBars } from './hour-bars'

/** By number of cards, how many of the dashboard's three columns the section takes and divides. */
const SPANS: Record<number, { section: string; cards: string }> = {
  1: { section: 'col-span-3 sm:col-span-1', cards: 'grid-cols-1' },
  2: { section: 'col-span-3 sm:col-span-2', cards: 'grid-cols-2' },
  3: { section: 'col-span-3', cards: 'grid-cols-2 max-sm:*:first:col-span-2 sm:grid-cols-3' },
  4: { section: 'col-span-3', cards: 'grid-cols-2 sm:grid-cols-4' },
}

/** The figures of one section; gray bars in their places until they are known. */
export function FigureSection({ group, figures }: { group: FigureGroup; figures: ShownFigures | undefined }) {
  const id = useId()
  const span = SPANS[group.cards.length]
  // A figure that the role may not know is left out; before the answer its place is kept.
  const cards = group.cards.filter((card) => !figures || typeof card.figure(figures) === 'number')
  return (
    <section aria-labelledby={id} className={span?.section}>
      <h2 id={id} className="mb-2 text-base font-semibold">
        {group.title}
      </h2>
      <div className={cn('grid gap-3', span?.cards)}>
        {cards.map((card) => (
          <FigureStat key={card.label} card={card} figures={figures} />
        ))}
      </div>
    </section>
  )
}

function FigureStat({ card, figures }: { card: FigureCard; figures: ShownFigures | undefined }) {
  const { permissions } = useMember()
  const href = typeof card.href === 'string' ? card.href : card.href(permissions)
  const figure = figures ? card.figure(figures) : undefined
  if (!figures || typeof figure !== 'number') {
    return <Stat label={card.label} href={href} figure={undefined} />
  }
  const aside = card.aside?.(figures)
  const hours = card.hours?.(figures)
  return (
    <Stat
      label={card.label}
      href={href}
      detail={hours ? <HourBars counts={hours} /> : undefined}
      figure={
        <>
          <span className={card.attention && figure > 0 ? 'text-warning-text' : undefined}>
            {figure.toLocaleString('en')}
          </span>
          {aside ? <span className="ml-2 text-base font-normal text-text-muted">{aside}</span> : null}
        </>
      }
    />
  )
}
