import { useMemo } from 'react'
import { problems } from '@/lib/telephony/routing/problems'
import { type Problem } from '@/lib/telephony/routing/problems/problem'
import { useMinute } from './use-minute'
import type { Query } from './use-query'
import { useSnapshot } from './use-snapshot'

const HOUR_MS = 3_600_000

/** What is wrong with a tenant's configuration, checked anew after every change and every hour; null as useSnapshot says. */
export function useProblems(tenantId: string): Query<Problem[] | null> {
  const { data: snapshot, ...query } = useSnapshot(tenantId)
  const hour = Math.ceil(useMinute() / HOUR_MS) * HOUR_MS
  const data = useMemo(() => snapshot && problems(snapshot, hour), [snapshot, hour])
  return { ...query, data }
}
