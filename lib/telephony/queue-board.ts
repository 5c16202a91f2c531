import { answerOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { AgentStatus } from './next-agent'

/** A queue with what it did today, in the tenant's time zone. */
export interface BoardQueue {
  id: string
  name: string
  number: string
  /** A call answered within so many seconds was answered in time. */
  service_level_seconds: number
  answered: number
  in_time: number
  /** Who hung up while they waited. */
  abandoned: number
  /** Who waited in vain and went elsewhere. */
  left: number
  /** Seconds that the answered ones waited, together. */
  waited_seconds: number
  longest_seconds: number
}

export interface BoardAgent {
  id: string
  version: number
  name: string
  extension: string
  status: AgentStatus
  status_changed_at: string
  is_registered: boolean
  /** Ids of their queues. */
  queues: string[]
  /** Calls of queues that they answered today. */
  answered: number
  /** When a call of theirs ended within the last minute. */
  last_call_ended_at: string | null
  /** Seconds after a call in which they get no other. */
  wrap_up_time: number
}

export interface QueueBoard {
  queues: BoardQueue[]
  agents: BoardAgent[]
  /** How far the database's clock is ahead of this one's, in milliseconds. */
  ahead: number
}

/** A tenant's queues and agents as they are now; null for those who may not see them. */
export async function queueBoard(supabase: Supabase, tenant: string): Promise<QueueBoard | null> {
  const board = answerOf<(Omit<QueueBoard, 'ahead'> & { now: string }) | null>(
    await supabase.rpc('queue_board', { tenant }),
  )
  return board && { ...board, ahead: Date.parse(board.now) - Date.now() }
}

/**
 * The share of today's callers who were answered in time, in percent: of those answered and of those who gave up. Undefined before
 * the first.
 */
export function serviceLevel(queues: readonly BoardQueue[]): number | undefined {
  const sum = (of: (queue: BoardQueue) => number) => queues.reduce((total, queue) => total + of(queue), 0)
  const offered = sum(({ answered, abandoned, left }) => answered + abandoned + left)
  return offered === 0 ? undefined : Math.round((100 * sum(({ in_time }) => in_time)) / offered)
}

/** Puts an agent into a queue, at the end of its first level, or takes them out. */
export async function moveAgent(
  supabase: Supabase,
  tenant: string,
  agent: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  if (add.length > 0) {
    const places = await supabase
      .from('call_center_tiers')
      .select('queue_id, position')
      .eq('tenant_id', tenant)
      .in('queue_id', add)
      .throwOnError()
    const last = (queue: string) =>
      Math.max(0, ...places.data.filter(({ queue_id }) => queue_id === queue).map(({ position }) => position))
    await supabase
      .from('call_center_tiers')
      .insert(
        add.map((queue) => ({
          tenant_id: tenant,
          queue_id: queue,
          agent_id: agent,
          position: Math.min(last(queue) + 1, 999),
        })),
      )
      .throwOnError()
  }
  if (remove.length > 0)
    await supabase
      .from('call_center_tiers')
      .delete()
      .eq('tenant_id', tenant)
      .eq('agent_id', agent)
      .in('queue_id', remove)
      .throwOnError()
}
