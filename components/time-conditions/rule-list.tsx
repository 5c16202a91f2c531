import { Plus } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import { Button } from '@/components/ui/button'
import { SortableList } from '@/components/ui/sortable-list'
import { useChildRows } from '@/hooks/use-child-rows'
import { useDestinations } from '@/hooks/use-destinations'
import { useMinute } from '@/hooks/use-minute'
import { timeCondition } from '@/lib/resources/time-condition'
import { blankRule, type TypedRule } from '@/lib/resources/time-condition-rule'
import { ruleName, ruleNotes } from '@/lib/telephony/rule-notes'
import type { Schedule, ScheduleRule } from '@/lib/telephony/schedule'
import { RuleCard } from './rule-card'
import { RuleSwatch } from './rule-swatch'

type Values = { time_condition_rules: TypedRule[] }

/** The rules of a time condition in order, and the default destination. */
export function RuleList({
  schedule,
  mayEdit,
}: {
  schedule: Schedule<ScheduleRule & { id: string }>
  mayEdit: boolean
}) {
  const { control, getValues } = useFormContext<Values>()
  const { fields, append, insert, move, prepend, remove } = useChildRows(control, 'time_condition_rules')
  const { errors } = useFormState({ control, name: 'time_condition_rules' })
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const refused = (place: number) => errors.time_condition_rules?.[place] !== undefined
  const { rules } = schedule
  const { labelOf } = useDestinations(rules.map(({ destination_id: id }) => id))
  const notes = useNotes(schedule)

  function toggle(id: string, on: boolean) {
    setOpen((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
  }

  function add(state: ScheduleRule['state']) {
    const rule = blankRule(state)
    // The first matching rule decides, so a closure takes effect only above the opening hours.
    if (state === 'closed') prepend(rule, { shouldFocus: false })
    else append(rule, { shouldFocus: false })
    toggle(rule.id, true)
  }

  function copy(place: number) {
    const original = getValues(`time_condition_rules.${place}`)
    insert(place + 1, { ...original, id: crypto.randomUUID() }, { shouldFocus: false })
  }

  return (
    <section aria-label="Rules" data-part="time_condition_rules" className="flex min-w-0 flex-col gap-2">
      <h3 className="text-base font-semibold">Rules</h3>
      <p className="text-sm text-text-muted">The first rule that applies decides where a call goes.</p>
      <SortableList
        ids={fields.map(({ key }) => key)}
        labelOf={(place) => ruleName(rules, place)}
        onMove={move}
        disabled={!mayEdit}
        item={(place, handle) => {
          const rule = rules[place]
          if (!rule) return null
          return (
            <RuleCard
              place={place}
              count={fields.length}
              rule={rule}
              destination={rule.destination_id ? labelOf(rule.destination_id) : 'no destination yet'}
              note={notes.get(rule.id)}
              handle={handle}
              open={open.has(rule.id) || refused(place)}
              refused={refused(place)}
              mayEdit={mayEdit}
              onToggle={() => toggle(rule.id, !open.has(rule.id))}
              onMove={(to) => move(place, to)}
              onCopy={() => copy(place)}
              onRemove={() => remove(place)}
            />
          )
        }}
      />
      {mayEdit ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={Plus} onClick={() => add('open')}>
            Add opening hours
          </Button>
          <Button size="sm" icon={Plus} onClick={() => add('closed')}>
            Add a closure
          </Button>
        </div>
      ) : null}
      <div className="flex items-start gap-2.5 rounded-lg border border-border bg-surface p-3">
        <span className="pt-1">
          <RuleSwatch place={-1} state="closed" />
        </span>
        <div className="min-w-0 flex-1">
          <Fields of={timeCondition} names={['otherwise_destination_id']} />
        </div>
      </div>
    </section>
  )
}

/** Problems of the rules, by id; computed after the input has rendered. */
function useNotes(typed: Schedule<ScheduleRule & { id: string }>): ReadonlyMap<string, string> {
  const now = useMinute()
  const schedule = useDeferredValue(typed)
  return useMemo(
    () =>
      new Map(
        [...ruleNotes(schedule, now)].map(
          ([place, note]) => [schedule.rules[place]?.id ?? '', note] as const,
        ),
      ),
    [schedule, now],
  )
}
