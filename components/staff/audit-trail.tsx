import useSWR from 'swr'
import { ActivityList } from '@/components/common/activity-list'
import { getSupabase } from '@/lib/supabase/browser-client'
import { type TrailOf, trailOf } from '@/lib/trail/newest'

/** The newest entries of the trail about one record, or by one person. */
export function AuditTrail({ of, emptyText }: { of: TrailOf; emptyText: string }) {
  const { data, error, isValidating, mutate } = useSWR(['trail', of] as const, async ([, wanted]) =>
    trailOf(await getSupabase(), wanted),
  )
  return (
    <ActivityList
      entries={data}
      error={error}
      retrying={isValidating}
      onRetry={() => void mutate()}
      emptyText={emptyText}
    />
  )
}
