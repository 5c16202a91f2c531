import { parseAsString, useQueryStates } from 'nuqs'
import { useEffect, useMemo } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { Moment } from '@/components/common/relative-time'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { ResourcePage } from '@/components/records/resource-page'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useBlockedCalls } from '@/hooks/use-blocked-calls'
import { prefetchRecords } from '@/hooks/use-record-query'
import { useCurrentTenant, useTenantId } from '@/hooks/use-tenant'
import { todayIn } from '@/lib/dates/day'
import { dayLabel, formatDate, formatInZone } from '@/lib/dates/format'
import { inputOfInstant, isoOfInput } from '@/lib/dates/wall-input'
import { zoneName } from '@/lib/dates/zones'
import { failureMessage } from '@/lib/errors'
import type { RecordValues } from '@/lib/records/field'
import { BLOCK_ACTIONS, callBlockRule } from '@/lib/resources/call-block-rule'
import type { Tables } from '@/lib/supabase/database.types'
import { ruleNumber, shownRuleNumber } from '@/lib/telephony/caller-match'
import { countOf } from '@/lib/words'

const PARAMETERS = { record: parseAsString, block: parseAsString, way: parseAsString }

/**
 * A tenant's block rules. `?record=new&block=%2B1…&way=inbound` opens a new rule for a number, as linked from call records.
 */
export function CallBlockPage() {
  const [{ record, block, way }, setAsked] = useQueryStates(PARAMETERS)
  const newValues = useMemo(
    () => ({ ...(block && { number: block }), ...(way && { direction: way }) }),
    [block, way],
  )
  // The next new rule is for another number.
  const isOver = record !== 'new' && (block ?? way) !== null
  useEffect(() => {
    if (isOver) void setAsked({ block: null, way: null })
  }, [isOver, setAsked])
  return (
    <ResourcePage
      resource={callBlockRule}
      editor={CallBlockEditor}
      newValues={newValues}
      cells={{
        number: numberCell,
        scope: ({ extension }) => extension ?? 'All extensions',
        action: ({ action }) => BLOCK_ACTIONS.find(({ value }) => value === action)?.label,
        last_hit_at: ({ last_hit_at }) =>
          last_hit_at ? <Moment at={last_hit_at} /> : <span className="text-text-muted">Never</span>,
        expires_at: (row) => {
          if (!row.expires_at) return <span className="text-text-muted">Never</span>
          return row.expired ? <Badge tone="warning">Expired</Badge> : <LastDay at={row.expires_at} />
        },
      }}
      emptyText="Add callers to block, or numbers that phones may not call."
    />
  )
}
CallBlockPage.ahead = prefetchRecords(callBlockRule)

/** The day on which a rule expires, in the tenant's time zone; the hour, which has no room in the list, is under the pointer and in the form. */
function LastDay({ at }: { at: string }) {
  const zone = useCurrentTenant().time_zone
  return <time title={formatInZone(at, zone)}>{dayLabel(todayIn(zone, new Date(at)))}</time>
}

function numberCell(rule: Tables<'call_block_rules'>) {
  if (!rule.number) return <span>Anonymous callers</span>
  return <span className="numeric">{shownRuleNumber(rule)}</span>
}

/** A block rule's form, with the number of recent calls it would have blocked. */
function CallBlockEditor({ resource }: EditorProps) {
  const values = useWatch<RecordValues>() as RecordValues
  const fields = (...names: string[]) => <Fields of={resource} names={names} />
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        {fields('direction', 'extension_id', 'match')}
        {values.match === 'anonymous' ? <div className="max-sm:hidden" /> : fields('number')}
        <div className="col-span-full">
          <WouldHaveBlocked values={values} />
        </div>
        {fields('action')}
        {values.action === 'destination' ? fields('destination_id') : <div className="max-sm:hidden" />}
        {fields('name')}
        <ExpiryField />
        {fields('enabled')}
      </div>
    </>
  )
}

/** When a rule expires, in the tenant's time zone; empty for never. */
function ExpiryField() {
  const zone = useCurrentTenant().time_zone
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController<RecordValues>({ name: 'expires_at' })
  const end = (value as string | null) ?? null
  return (
    <FormRow
      label="Expires"
      error={error?.message}
      hint={end ? `On ${formatInZone(end, zone)}.` : `Never, unless a time is given (${zoneName(zone)}).`}
    >
      <Input
        type="datetime-local"
        ref={ref}
        value={end ? inputOfInstant(zone, Date.parse(end)) : ''}
        onBlur={onBlur}
        onChange={(event) => onChange(isoOfInput(zone, event.target.value))}
      />
    </FormRow>
  )
}

const DAYS = 30

/** The recent calls that the rule in the form would have blocked, so that nobody is blocked by mistake. */
function WouldHaveBlocked({ values }: { values: RecordValues }) {
  const tenantId = useTenantId()
  const match = String(values.match)
  const number = match === 'anonymous' ? null : ruleNumber(String(values.number ?? ''), match)
  const extension = typeof values.extension_id === 'string' ? values.extension_id : null
  const { data, error } = useBlockedCalls(
    tenantId,
    number === undefined ? null : { direction: String(values.direction), match, number, extension },
    DAYS,
  )
  if (number === undefined) {
    return <p className="text-sm text-text-muted">Enter a number to see which calls it would have blocked.</p>
  }
  if (error) return <p className="text-sm text-danger-text">{failureMessage(error)}</p>
  return (
    <Alert tone={data?.calls === 0 ? 'success' : 'info'} role="status">
      {data ? sentence(data) : 'Counting calls…'}
    </Alert>
  )
}

function sentence({ calls, last_at }: { calls: number; last_at: string | null }): string {
  if (calls === 0) return `Would have blocked no calls in the last ${DAYS} days.`
  const last = last_at ? `, the last on ${formatDate(last_at)}` : ''
  return `Would have blocked ${countOf(calls, 'call')} in the last ${DAYS} days${last}.`
}
