import { ScanBarcode } from 'lucide-react'
import { useId } from 'react'
import { ActivityList } from '@/components/common/activity-list'
import { failureOf } from '@/components/common/loaded'
import { LookUpButton } from '@/components/inventory/look-up-button'
import { MyTasks } from '@/components/notes/my-tasks'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { Stat } from '@/components/ui/stat'
import { type ShownFigures, useDashboardFigures, useRecentActivity } from '@/hooks/use-dashboard'
import { useMember } from '@/hooks/use-member'
import { describeHours } from '@/lib/dashboard/hours'
import { formatFigure, NO_VALUE } from '@/lib/figures'
import { may } from '@/lib/session/permissions'
import { FIGURE_GROUPS, type FigureCard, type FigureGroup } from './figure-cards'

/** What needs attention today: the figures of the sections that the role may see, and the latest changes. */
export function Dashboard() {
  const { member, permissions } = useMember()
  const figures = useDashboardFigures()
  const activity = useRecentActivity()
  const groups = FIGURE_GROUPS.filter(({ section }) => may(permissions, section))

  return (
    <>
      <PageHeader
        title="Dashboard"
        description={member?.full_name ? `Welcome, ${member.full_name}.` : undefined}
        actions={
          may(permissions, 'telephony', 'create') ? (
            <>
              <LookUpButton />
              <LinkButton href="/app/inventory?receive=true" icon={ScanBarcode}>
                <span>
                  Receive<span className="max-sm:sr-only"> by scanning</span>
                </span>
              </LinkButton>
            </>
          ) : undefined
        }
      />
      <div className="grid items-start gap-x-4 gap-y-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {figures.error && !figures.data ? (
          <Card>{failureOf(figures, 'The figures could not be loaded')}</Card>
        ) : groups.length === 0 ? (
          <Card>
            <EmptyState title="Nothing here for your role yet">
              Figures appear here for the sections your role can see. If one is missing, ask a superadmin.
            </EmptyState>
          </Card>
        ) : (
          <div className="grid grid-cols-3 gap-x-4 gap-y-6" aria-busy={!figures.data}>
            {groups.map((group) => (
              <FigureSection key={group.section} group={group} figures={figures.data} />
            ))}
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-4">
          <MyTasks />
          <Card title="Recent activity" flush>
            <ActivityList
              query={activity}
              emptyText="Changes that staff make in your sections appear here."
            />
          </Card>
        </div>
      </div>
    </>
  )
}

/** By number of cards, the columns (of three) that a section spans in a wide window, and those that it divides. */
const SPANS: Record<number, { section?: string; cards: string }> = {
  1: { section: 'sm:col-span-1', cards: 'grid-cols-1' },
  2: { section: 'sm:col-span-2', cards: 'grid-cols-2' },
  3: { cards: 'grid-cols-2 max-sm:*:first:col-span-2 sm:grid-cols-3' },
  4: { cards: 'grid-cols-2 sm:grid-cols-4' },
  6: { cards: 'grid-cols-2 sm:grid-cols-3' },
}

/** The figures of one section; placeholders while loading. */
function FigureSection({ group, figures }: { group: FigureGroup; figures: ShownFigures | undefined }) {
  const id = useId()
  const span = SPANS[group.cards.length]
  // A figure hidden from the role is omitted; while loading, space is reserved for it.
  const cards = group.cards.filter(
    (card) => !figures || card.later || typeof card.figure(figures) === 'number',
  )
  return (
    <section aria-labelledby={id} className={cn('col-span-3', span?.section)}>
      <h2 id={id} className="mb-2 text-base font-semibold">
        {group.title}
      </h2>
      <div className={cn('grid gap-4', span?.cards)}>
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
  if (!figures || figure === undefined) {
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
          <span className={card.attention && Number(figure) > 0 ? 'text-warning-text' : undefined}>
            {figure === null ? NO_VALUE : formatFigure(figure)}
          </span>
          {aside ? <span className="ml-2 text-base font-normal text-text-muted">{aside}</span> : null}
        </>
      }
    />
  )
}

const HEIGHT = 28
const STEP = 5

/** A day's 24 hourly counts as small bars. */
function HourBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return (
    <svg
      role="img"
      aria-label={describeHours(counts)}
      viewBox={`0 0 ${counts.length * STEP - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-1 h-7 w-full text-accent"
    >
      {counts.map((count, hour) => {
        // An hour without calls still shows a base line.
        const height = count === 0 ? 1 : Math.max(2, (count / most) * HEIGHT)
        return (
          <rect
            key={hour}
            x={hour * STEP}
            y={HEIGHT - height}
            width={STEP - 1}
            height={height}
            fill="currentColor"
            fillOpacity={count === 0 ? 0.35 : 1}
          />
        )
      })}
    </svg>
  )
}
