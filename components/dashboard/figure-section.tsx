import { useId } from 'react'
import { Stat } from '@/components/ui/stat'
import type { DashboardFigures } from '@/lib/dashboard/figures'
import type { FigureCard, FigureGroup } from './figure-cards'

/** The figures of one section; grey bars in their places until they are known. */
export function FigureSection({
  group,
  figures,
}: {
  group: FigureGroup
  figures: DashboardFigures | undefined
}) {
  const id = useId()
  // A figure that the role may not know is left out; before the answer its place is kept.
  const cards = group.cards.filter((card) => !figures || typeof card.figure(figures) === 'number')
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-base font-semibold">
        {group.title}
      </h2>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {cards.map((card) => (
          <FigureStat key={card.label} card={card} figures={figures} />
        ))}
      </div>
    </section>
  )
}

function FigureStat({ card, figures }: { card: FigureCard; figures: DashboardFigures | undefined }) {
  const figure = figures ? card.figure(figures) : undefined
  const shown = figure?.toLocaleString('en')
  return (
    <Stat
      label={card.label}
      href={card.href}
      figure={card.attention && figure ? <span className="text-warning-text">{shown}</span> : shown}
      detail={card.detail ? (figures && card.detail(figures)) || ' ' : undefined}
    />
  )
}
