import { type QueueBoard, queueBoard } from '@/lib/telephony/queue-board'
import { keys } from './keys'
import { type Query, useQuery } from './use-query'

const AGAIN_MS = 2000

/** A tenant's queues and agents now; null for users who may not see them. */
export const useQueueBoard = (tenantId: string): Query<QueueBoard | null> =>
  useQuery(keys.queueBoard(tenantId), (supabase) => queueBoard(supabase, tenantId), {
    refreshInterval: AGAIN_MS,
  })
