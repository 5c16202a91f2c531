import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { AgentStatus } from './next-agent'

/** A queue with today's figures, in the tenant's time zone. */
export interface BoardQueue {
  id: string
  name: string
  number: string
  /** A disabled queue is shown if callers left it today. */
  enabled: boolean
  /** A call answered within this many seconds meets the service level. */
  service_level_seconds: number
  answered: number
  in_time: number
  /** Callers who hung up while waiting. */
  abandoned: number
  /** Callers who left the queue unanswered for another destination. */
  left: number
  /** Total seconds that answered callers waited. */
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
  /** Whether the switch sends calls to the extension: it is enabled, not suspended, and not on do not disturb. */
  reachable: boolean
  is_registered: boolean
  /** Ids of their queues. */
  queues: string[]
  /** Queue calls they answered today. */
  answered: number
  /** When their last call from a queue ended, if within their wrap-up time or the last minute. */
  last_call_ended_at: string | null
  /** Wrap-up time in seconds. */
  wrap_up_time: number
}

export interface QueueBoard {
  queues: BoardQueue[]
  agents: BoardAgent[]
  /** How far the database's clock is ahead of this one, in milliseconds. */
  ahead: number
}

/** A tenant's queues and agents now; null for users who may not see them. */
export async function queueBoard(supabase: Supabase, tenant: string): Promise<QueueBoard | null> {
  const board = answerOf<(Omit<QueueBoard, 'ahead'> & { now: string }) | null>(
    await supabase.rpc('queue_board', { tenant }),
  )
  return board && { ...board, ahead: Date.parse(board.now) - Date.now() }
}

type CallerFigure = 'answered' | 'in_time' | 'abandoned' | 'left'

/** The callers of all the queues in one of today's figures. */
export function callersIn(queues: readonly BoardQueue[], figure: CallerFigure): number {
  return queues.reduce((callers, queue) => callers + queue[figure], 0)
}

/** Today's service level in percent: callers answered in time, of all who left a queue. Undefined before the first. */
export function serviceLevel(queues: readonly BoardQueue[]): number | undefined {
  const of = (figure: CallerFigure) => callersIn(queues, figure)
  const offered = of('answered') + of('abandoned') + of('left')
  return offered === 0 ? undefined : Math.round((100 * of('in_time')) / offered)
}

/** Adds an agent to queues, at the end of their first tier, and removes them from others, all or none. */
export async function moveAgent(
  supabase: Supabase,
  tenant: string,
  agent: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  dataOf(await supabase.rpc('move_agent', { tenant, agent, add: [...add], remove: [...remove] }))
}
