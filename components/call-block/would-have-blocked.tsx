import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { useRested } from '@/hooks/use-rested'
import { formatDate } from '@/lib/dates/format'
import { failureMessage } from '@/lib/errors'
import type { RecordValues } from '@/lib/records/field'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import { ruleNumber } from '@/lib/telephony/caller-match'

const DAYS = 30

/** What the rule in the form would have stopped: so that nobody is blocked by mistake. */
export function WouldHaveBlocked({ tenantId, values }: { tenantId: string | null; values: RecordValues }) {
  const match = String(values.match)
  const anonymous = match === 'anonymous'
  const number = anonymous ? null : ruleNumber(String(values.number ?? ''), match)
  const wanted = JSON.stringify([
    'would-have-blocked',
    tenantId,
    values.direction,
    match,
    number,
    values.extension_id ?? null,
  ])
  const asked = useRested(wanted)
  const { data, error } = useSWR(tenantId && number !== undefined ? asked : null, countCalls, {
    keepPreviousData: true,
  })
  if (number === undefined) {
    return <p className="text-sm text-text-muted">Enter a number to see which calls it would have stopped.</p>
  }
  if (error) return <p className="text-sm text-danger-text">{failureMessage(error)}</p>
  return (
    <Alert tone={data && data.calls > 0 ? 'info' : 'success'} role="status">
      {data ? sentence(data) : 'Counting calls …'}
    </Alert>
  )
}

interface Count {
  calls: number
  last_at: string | null
}

async function countCalls(key: string): Promise<Count> {
  const [, tenant, direction, match, number, extension] = JSON.parse(key) as (string | null)[]
  const [count] = dataOf(
    await (await getSupabase()).rpc('would_have_blocked', {
      tenant: tenant ?? '',
      direction: direction ?? '',
      match: match ?? '',
      number: number ?? undefined,
      for_extension: extension ?? undefined,
      days: DAYS,
    }),
  )
  return count ?? { calls: 0, last_at: null }
}

function sentence({ calls, last_at }: Count): string {
  if (calls === 0) return `Would have blocked no call in the last ${DAYS} days.`
  const last = last_at ? `, the last on ${formatDate(last_at)}` : ''
  return `Would have blocked ${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'} in the last ${DAYS} days${last}.`
}
