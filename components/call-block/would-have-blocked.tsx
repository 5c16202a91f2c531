import { Alert } from '@/components/ui/alert'
import { useBlockedCalls } from '@/hooks/use-blocked-calls'
import { formatDate } from '@/lib/dates/format'
import { failureMessage } from '@/lib/errors'
import type { RecordValues } from '@/lib/records/field'
import { ruleNumber } from '@/lib/telephony/caller-match'

const DAYS = 30

/** What the rule in the form would have stopped, so that nobody is blocked by mistake. */
export function WouldHaveBlocked({ tenantId, values }: { tenantId: string | null; values: RecordValues }) {
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
    <Alert tone={data && data.calls > 0 ? 'info' : 'success'} role="status">
      {data ? sentence(data) : 'Counting calls …'}
    </Alert>
  )
}

function sentence({ calls, last_at }: { calls: number; last_at: string | null }): string {
  if (calls === 0) return `Would have blocked no calls in the last ${DAYS} days.`
  const last = last_at ? `, the last on ${formatDate(last_at)}` : ''
  return `Would have blocked ${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'} in the last ${DAYS} days${last}.`
}
