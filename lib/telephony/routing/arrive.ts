import { isInForce } from '../call-block'
import { type InboundCondition, isOverridden, routeInbound } from '../inbound'
import { blocked } from './block'
import type { Carried } from './place'
import type { Reason } from './reason'
import { decide, ending, holdMusic, refuse, type Scene, withPrefix } from './scene'
import type { Row } from './snapshot'
import { inPosition, refOf, type SnapshotIndex } from './snapshot-index'
import type { Limit, Next, Step } from './step'

/**
 * A call from outside arrives at a number: block rules first, then the override, the conditions and the number's own route
 * (routeInbound). The number's prefix, ringtone, hold music, recording flag and account code go along with the call. Calls to a
 * suspended tenant still go through (docs/decisions/040), and an emergency call-back number accepts every call. A call that one number
 * records stays recorded at the next, and keeps the account code unless the next has its own.
 */
export function arrive(scene: Scene, number: string): Step {
  const { index, call, moment } = scene
  const did = index.rows('dids', 'number', number)[0]
  if (!did) {
    return refuse(scene, 'UNALLOCATED_NUMBER', { why: 'unknown number', record: index.tenant, number })
  }
  const record = refOf('dids', did)
  if (!did.enabled) return refuse(scene, 'UNALLOCATED_NUMBER', { why: 'disabled', record })
  if (!did.voice && !did.fax) {
    const text = did.text_messages
    return refuse(scene, 'INCOMPATIBLE_DESTINATION', { why: 'not for calls', record, text })
  }

  const conditions = inPosition(index.rows('did_conditions', 'did_id', did.id))
  const route = routeInbound(did, conditions, call.number, new Date(moment))
  const ways = waysOf(index, did, conditions)
  const chosen =
    route.because === 'override'
      ? ways.override
      : route.because === 'condition'
        ? ways.conditions.find(({ condition }) => condition === route.condition)?.next
        : ways.own
  const straight = index.row('destinations', route.destination)
  const called = straight?.kind === 'extensions' ? straight.record_id : null
  const block =
    did.emergency || call.extensionId !== null ? undefined : blocked(scene, 'inbound', call.number, called)
  const taken = block ?? chosen ?? ways.own
  const all = [
    ways.override && isOverridden(did, new Date(moment)) ? ways.override : null,
    ...ways.conditions.map(({ next }) => next),
    ways.own,
    ...blockedElsewhere(scene),
  ]
  const carried = carriedBy(scene, did)
  return decide(scene, taken, {
    others: all.filter((next): next is Next => next !== null && next !== taken),
    notes: [...suspension(index), ...carried.notes],
    limits: did.emergency ? [] : tenantLimit(scene),
    set: carried.set,
  })
}

/**
 * The place of one of the tenant's own numbers, E.164; undefined for others. Through a carrier, the call would come back as a new one,
 * in which a loop is not noticed. A number being ported in is still at its old carrier.
 */
export function toOwnNumber({ index }: Scene, number: string): Next | undefined {
  const own = index.rows('dids', 'number', number)[0]
  if (!own || own.status === 'porting_in') return undefined
  const reason = { why: 'own number', record: refOf('dids', own), number } as const
  return { place: { at: 'number', number }, reason }
}

/** All routes of a number, for any caller and time. */
function waysOf(index: SnapshotIndex, did: Row<'dids'>, conditions: readonly Row<'did_conditions'>[]) {
  const record = refOf('dids', did)
  const override: Next | null = did.override_destination_id
    ? {
        place: { at: 'destination', id: did.override_destination_id },
        reason: {
          why: 'number overridden',
          record,
          until: did.override_until ?? '',
          zone: index.snapshot.tenant.time_zone,
        },
      }
    : null
  const own: Next = did.destination_id
    ? { place: { at: 'destination', id: did.destination_id }, reason: { why: 'number routed', record } }
    : ending('NO_ROUTE_DESTINATION', { why: 'number without route', record })
  return {
    override,
    own,
    conditions: conditions
      .filter(({ enabled }) => enabled)
      .map((condition): { condition: InboundCondition; next: Next } => ({
        condition,
        next: {
          place: { at: 'destination', id: condition.destination_id },
          reason: {
            why: 'caller condition',
            record,
            match: condition.match,
            caller: condition.caller ?? '',
          },
        },
      })),
  }
}

/** Destinations of active block rules for the whole tenant: places on the map that no route leads to. */
function blockedElsewhere({ index, moment }: Scene): Next[] {
  return index.rows('call_block_rules', 'action', 'destination').flatMap((rule): Next[] => {
    const applies = rule.extension_id === null && isInForce(rule, new Date(moment))
    if (!applies || rule.destination_id === null) return []
    const { action, match, number } = rule
    const record = refOf('call_block_rules', rule)
    const reason: Reason = { why: 'blocked', record, action, match, number: number ?? '' }
    return [{ place: { at: 'destination', id: rule.destination_id }, reason }]
  })
}

function carriedBy(scene: Scene, did: Row<'dids'>): { set: Partial<Carried>; notes: Reason[] } {
  const record = refOf('dids', did)
  const prefix = withPrefix(scene, did.caller_id_prefix, record)
  const music = did.hold_music_recording_id ? holdMusic(scene, did.hold_music_recording_id) : null
  const notes: Reason[] = [...prefix.notes]
  if (did.distinctive_ring) notes.push({ why: 'distinctive ring', record, ring: did.distinctive_ring })
  if (music) notes.push(...music.notes)
  if (did.record) notes.push({ why: 'recorded', record })
  if (did.account_code) notes.push({ why: 'account code', record, code: did.account_code })
  if (did.fax) notes.push({ why: 'takes faxes', record, only: !did.voice })
  if (did.emergency) notes.push({ why: 'emergency call-back', record })
  return {
    notes,
    set: {
      ...prefix.set,
      didId: did.id,
      distinctiveRing: did.distinctive_ring,
      holdMusicId: did.hold_music_recording_id,
      record: scene.call.carried.record || did.record,
      accountCode: did.account_code || scene.call.carried.accountCode,
    },
  }
}

function suspension(index: SnapshotIndex): Reason[] {
  return index.snapshot.tenant.status === 'suspended'
    ? [{ why: 'tenant suspended', record: index.tenant }]
    : []
}

/**
 * How many calls the tenant may have at a time, and how the next one ends; none if it has no limit. A call that a phone hands over goes on
 * without that phone's own call, so it is counted, but never ended.
 */
export function tenantLimit({ index, call }: Scene): Limit[] {
  const { value: calls } = index.setting('concurrent_call_limit')
  if (calls === null) return []
  const on = { table: 'tenant_settings', id: index.tenant.id, label: '' } as const
  const full = ending('SWITCH_CONGESTION', { why: 'too many calls', record: on, calls })
  return [{ on, calls: call.carried.divertedBy === null ? calls : Infinity, full }]
}
