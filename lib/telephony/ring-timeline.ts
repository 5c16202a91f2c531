import { RING_GROUPS } from '../supabase/constraints'

export const RING_STRATEGIES = RING_GROUPS.strategy.choices
export type RingStrategy = (typeof RING_STRATEGIES)[number]

/** How long whoever has answered may take to accept the call, in seconds, also past the end of the ring. */
export const ACCEPT_SECONDS = 10

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

/** The ring period of a member before the group's own timeout is applied. */
interface Turn {
  member: RingMember
  start: number
  end: number
}

/**
 * Who rings when, if nobody answers and nobody is busy. A member that cannot ring takes no time.
 *
 * FreeSWITCH counts a leg's timeout from the end of its delay (switch_ivr_originate.c adds leg_delay_start to leg_timeout). In
 * sequence, each member is called once the previous ones have stopped and its own delay has passed. For `random`, the members'
 * order is taken as drawn.
 *
 * @param callTimeout seconds after which the group gives up.
 */
export function ringTimeline(
  strategy: RingStrategy,
  callTimeout: number,
  members: readonly RingMember[],
): RingTimeline {
  const able = members.filter(({ rings }) => rings)
  const turns = ringsInTurn(strategy) ? oneAfterTheOther(able) : atOnce(able)
  const last = Math.max(0, ...turns.map(({ end }) => end))
  return {
    rings: turns
      .filter(({ start }) => start < callTimeout)
      .map(({ member, start, end }) => ({
        id: member.id,
        start,
        end: Math.min(end, callTimeout),
        cut: end > callTimeout,
      })),
    end: Math.min(last, callTimeout),
    tooLate: turns.filter(({ start }) => start >= callTimeout).map(({ member }) => member.id),
  }
}

function oneAfterTheOther(members: readonly RingMember[]): Turn[] {
  let turn = 0
  return members.map((member) => {
    const start = turn + member.delay
    turn = start + member.timeout
    return { member, start, end: turn }
  })
}

/**
 * Members called together, each after its delay. If nobody is ringing, FreeSWITCH calls the next one immediately
 * (check_per_channel_timeouts in switch_ivr_originate.c), so all waiting members move up.
 */
function atOnce(members: readonly RingMember[]): Turn[] {
  const turns = new Map<RingMember, Turn>()
  let gained = 0
  let until = 0
  for (const member of members.toSorted((a, b) => a.delay - b.delay)) {
    gained = Math.max(gained, member.delay - until)
    const start = member.delay - gained
    const end = start + member.timeout
    until = Math.max(until, end)
    turns.set(member, { member, start, end })
  }
  return members.flatMap((member) => turns.get(member) ?? [])
}
