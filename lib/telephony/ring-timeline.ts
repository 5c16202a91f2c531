import { RING_GROUPS } from '../supabase/constraints'

/** Ring strategies of a ring group. */
export const RING_STRATEGIES = RING_GROUPS.strategy.choices
export type RingStrategy = (typeof RING_STRATEGIES)[number]

/** A member as the timeline needs it; times in whole seconds. */
export interface RingMember {
  id: string
  /** Delay before the member's phone rings once its turn has come. */
  delay: number
  /** How long it then rings. */
  timeout: number
  /** False for a member that cannot ring: turned off, suspended, disabled or on do-not-disturb. */
  rings: boolean
}

/** When one member rings, in seconds since the group was called. */
export interface Ring {
  id: string
  start: number
  end: number
  /** The group's call timeout ends the ring before the member's own timeout. */
  cut: boolean
}

export interface RingTimeline {
  /** In the order of the members, without those that never ring. */
  rings: Ring[]
  /** When the group gives up and its timeout destination takes the call. 0 when nobody rings. */
  end: number
  /** Members that could ring but whose turn comes after the group gave up. */
  tooLate: string[]
}

/** Whether the strategy rings members one after the other. */
export function ringsInTurn(strategy: RingStrategy): boolean {
  return strategy === 'sequence' || strategy === 'random' || strategy === 'rollover'
}

/**
 * Who rings when, if nobody answers and nobody is busy.
 *
 * FreeSWITCH counts a leg's timeout from the end of its delay (switch_ivr_originate.c adds leg_delay_start to leg_timeout).
 * FusionPBX joins the legs by "," for simultaneous, ":_:" for enterprise and "|" for the rest (ring_groups/index.lua), so the
 * latter ring one after the other. A member that cannot ring fails at once and takes no time. For `random`, the members' order
 * stands for the order drawn.
 *
 * @param callTimeout seconds after which the group gives up.
 */
export function ringTimeline(
  strategy: RingStrategy,
  callTimeout: number,
  members: readonly RingMember[],
): RingTimeline {
  const inTurn = ringsInTurn(strategy)
  const rings: Ring[] = []
  const tooLate: string[] = []
  let turn = 0
  let last = 0
  for (const { id, delay, timeout, rings: canRing } of members) {
    if (!canRing) continue
    const start = turn + delay
    const end = start + timeout
    if (inTurn) turn = end
    last = Math.max(last, end)
    if (start >= callTimeout) tooLate.push(id)
    else rings.push({ id, start, end: Math.min(end, callTimeout), cut: end > callTimeout })
  }
  return { rings, end: Math.min(last, callTimeout), tooLate }
}
