import { parseAsString, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { InZone } from '@/components/common/in-zone'
import { ResourcePage } from '@/components/records/resource-page'
import { Badge } from '@/components/ui/badge'
import { recordsAhead } from '@/hooks/use-record-query'
import { BLOCK_ACTIONS, callBlockRule } from '@/lib/resources/call-block-rule'
import type { Tables } from '@/lib/supabase/database.types'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'
import { CallBlockEditor } from './call-block-editor'

/**
 * A tenant's block rules. `?record=new&number=%2B1…&direction=inbound` opens a new rule for a number, as the call
 * records do with one click.
 */
export function CallBlockPage() {
  const [{ number, direction }] = useQueryStates({ number: parseAsString, direction: parseAsString })
  const newValues = useMemo(
    () => ({
      ...(number && { number }),
      ...(direction && { direction }),
    }),
    [number, direction],
  )
  return (
    <ResourcePage
      resource={callBlockRule}
      editor={CallBlockEditor}
      newValues={newValues}
      cells={{
        number: numberCell,
        scope: ({ extension }) => extension ?? 'All extensions',
        action: ({ action }) => BLOCK_ACTIONS.find(({ value }) => value === action)?.label,
        expires_at: (row) => {
          if (!row.expires_at) return <span className="text-text-muted">Never</span>
          return row.expired ? <Badge tone="warning">Expired</Badge> : <InZone at={row.expires_at} />
        },
      }}
      emptyText="Add callers to block, or numbers that phones may not call."
    />
  )
}
CallBlockPage.ahead = recordsAhead(callBlockRule)

function numberCell({ match, number }: Tables<'call_block_rules'>) {
  if (!number) return <span>Anonymous callers</span>
  return (
    <span className="numeric">
      {match === 'prefix' ? `${number}…` : (formatNorthAmericanPhone(number) ?? number)}
    </span>
  )
}
