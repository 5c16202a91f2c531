import { ChevronDown, Copy, Trash2, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { MoveButtons } from '@/components/ui/move-buttons'
import type { ScheduleRule } from '@/lib/telephony/schedule'
import { describeRule } from '@/lib/telephony/schedule-text'
import { RuleFields } from './rule-fields'
import { RuleSwatch } from './rule-swatch'
import { StateBadge } from './state-badge'

export interface RuleCardProps {
  /** Its position among the rules, from 0. */
  place: number
  count: number
  /** As evaluated: without incomplete hours. */
  rule: ScheduleRule
  /** The label of its destination. */
  destination: string
  /** A problem with the rule. */
  note: string | undefined
  handle: ReactNode
  open: boolean
  refused: boolean
  mayEdit: boolean
  onToggle: () => void
  onMove: (to: number) => void
  onCopy: () => void
  onRemove: () => void
}

/** A rule: a summary of when it applies and where calls go, which expands to its fields. */
export function RuleCard({
  place,
  count,
  rule,
  destination,
  note,
  handle,
  open,
  refused,
  mayEdit,
  onToggle,
  onMove,
  onCopy,
  onRemove,
}: RuleCardProps) {
  const bodyId = useId()
  const noteId = useId()
  const when = describeRule(rule)
  const name = rule.name || `Rule ${place + 1}`
  return (
    <div className={cn('rounded-lg border bg-surface', refused ? 'border-danger' : 'border-border')}>
      <div className="flex items-center gap-1 p-1.5">
        {handle}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? bodyId : undefined}
          aria-describedby={note ? noteId : undefined}
          onClick={onToggle}
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md px-1 py-0.5 text-left hover:bg-surface-hover"
        >
          <RuleSwatch place={place} state={rule.state} />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-2">
              <span className="truncate text-base font-medium">{name}</span>
              <StateBadge state={rule.state} />
            </span>
            <span className="block text-sm text-text-muted">
              {when} <span aria-hidden>→</span>
              <span className="sr-only"> to</span> {destination}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            size={16}
            className={cn('shrink-0 text-text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
        {mayEdit ? (
          <span className="flex shrink-0">
            <MoveButtons
              up={`Move ${name} up`}
              down={`Move ${name} down`}
              index={place}
              count={count}
              onMove={onMove}
              size="sm"
            />
          </span>
        ) : null}
      </div>
      {note ? (
        <p
          id={noteId}
          role="status"
          className="flex items-start gap-2 border-t border-warning/40 bg-warning-soft px-3 py-1.5 text-sm last:rounded-b-lg"
        >
          <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0 text-warning-text" />
          {note}
        </p>
      ) : null}
      {open ? (
        <div id={bodyId} className="border-t border-border p-3">
          <RuleFields rule={`time_condition_rules.${place}`} />
          {mayEdit ? (
            <div className="mt-3 flex justify-end gap-1">
              <IconButton size="sm" label={`Copy ${name}`} icon={Copy} onClick={onCopy} />
              <IconButton size="sm" label={`Remove ${name}`} icon={Trash2} onClick={onRemove} />
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
