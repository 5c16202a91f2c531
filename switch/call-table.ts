import { clipped } from '../lib/clipped'
import { LIVE_CALLS, TENANTS } from '../lib/supabase/constraints'
import type { LiveCall } from '../lib/switch/agent/call-report'
import { LISTENS } from '../lib/switch/channel-variables'
import { begun, callerOf, millisecondsOf, qualityOf, tell, type ToldCall } from './call-events'
import type { SwitchEvent } from './event-socket'

interface Leg {
  uuid: string
  call: string
  /** Whether the channel is inbound; otherwise the switch originated it. */
  isOrigin: boolean
  isAnswered: boolean
  isHeld: boolean
  /** Whether it is hanging up, which takes a moment. */
  isEnding: boolean
  /** Who is at the other end. */
  party: { number: string; name: string }
  peer: string | null
  codec: string
  mos: number | null
}

interface Call extends ToldCall {
  legs: Map<string, Leg>
}

/**
 * The calls of a switch, built from its events. A call is the channel that started it, whose uuid it has, together with the channels
 * that the switch originated for it or bridged to it. Pure: times come from the events.
 */
export class CallTable {
  readonly #legs = new Map<string, Leg>()
  readonly #calls = new Map<string, Call>()
  /** Listeners' channels, which not every event marks as such. */
  readonly #listening = new Set<string>()
  /** Calls that may have changed since this was last emptied. */
  readonly touched = new Set<string>()

  get size(): number {
    return this.#calls.size
  }

  /** Applies a channel's event, or the output of `uuid_dump`. */
  take(event: SwitchEvent): void {
    const uuid = event['Unique-ID']
    if (!uuid || this.#isListening(uuid, event)) return
    const at = millisecondsOf(event['Event-Date-Timestamp']) ?? Date.now()
    if (event['Event-Name'] === 'CHANNEL_HANGUP_COMPLETE' || event['Event-Name'] === 'CHANNEL_DESTROY') {
      this.#drop(uuid, at)
      return
    }
    if (event['Channel-Call-State'] === 'HANGUP' || event['Answer-State'] === 'hangup') {
      this.#end(uuid)
      return
    }
    const leg = this.#legOf(uuid, event)
    const call = this.#callOf(leg, event)
    if (this.#isFirst(call, leg)) tell(call, event, at)
    if (event['Event-Name'] === 'CHANNEL_UNBRIDGE') this.#part(leg)
    else this.#meet(leg, event)
    this.#settle(leg.call, at)
  }

  /** Sets which channels exist, after a gap: all others are over. */
  keepOnly(uuids: ReadonlySet<string>, at: number): void {
    for (const uuid of this.#listening) if (!uuids.has(uuid)) this.#listening.delete(uuid)
    for (const uuid of [...this.#legs.keys()]) if (!uuids.has(uuid)) this.#drop(uuid, at)
  }

  /** A call as it is reported; undefined when it is over, belongs to no tenant, or is only a phone that the switch rings. */
  liveCall(id: string): LiveCall | undefined {
    const call = this.#calls.get(id)
    if (!call?.domain) return undefined
    const first = firstOf(id, call)
    if (!first || first.isEnding || (!first.isOrigin && !first.isAnswered)) return undefined
    const other = this.#otherOf(call, first)
    return {
      call_uuid: id,
      domain: clipped(call.domain, TENANTS.domain.maxLength),
      direction: call.direction,
      caller_number: clipped(call.caller.number, LIVE_CALLS.caller_number.maxLength),
      caller_name: clipped(call.caller.name, LIVE_CALLS.caller_name.maxLength),
      called_number: clipped(call.called, LIVE_CALLS.called_number.maxLength),
      other_number: other ? clipped(other.number, LIVE_CALLS.other_number.maxLength) : null,
      other_name: other ? clipped(other.name, LIVE_CALLS.other_name.maxLength) : null,
      state: call.state,
      started_at: iso(call.startedAt),
      answered_at: call.answeredAt === null ? null : iso(call.answeredAt),
      state_at: iso(call.stateAt),
      queue: call.queue,
      path: call.path,
      codec: clipped(first.codec, LIVE_CALLS.codec.maxLength) || null,
      mos: first.mos,
    }
  }

  /** The ids of all calls. */
  ids(): string[] {
    return [...this.#calls.keys()]
  }

  /** The channel of a call's first leg and the one it is connected to; undefined when the call is over. */
  channelsOf(id: string): { first: string; other: string | null } | undefined {
    const call = this.#calls.get(id)
    const first = call && firstOf(id, call)
    return first && { first: first.uuid, other: first.peer }
  }

  /** The measured quality of what a channel receives. */
  measured(uuid: string, mos: number): void {
    const leg = this.#legs.get(uuid)
    if (!leg || leg.mos === mos) return
    leg.mos = mos
    this.touched.add(leg.call)
  }

  #isListening(uuid: string, event: SwitchEvent): boolean {
    if (event[`variable_${LISTENS}`]) this.#listening.add(uuid)
    const is = this.#listening.has(uuid)
    if (event['Event-Name'] === 'CHANNEL_DESTROY') this.#listening.delete(uuid)
    return is
  }

  #legOf(uuid: string, event: SwitchEvent): Leg {
    const leg = this.#legs.get(uuid) ?? {
      uuid,
      call: uuid,
      isOrigin: event['Call-Direction'] === 'inbound',
      isAnswered: false,
      isHeld: false,
      isEnding: false,
      party: { number: '', name: '' },
      peer: null,
      codec: '',
      mos: null,
    }
    this.#legs.set(uuid, leg)
    leg.isAnswered ||= event['Answer-State'] === 'answered'
    leg.isHeld = event['Channel-Call-State'] === 'HELD'
    leg.codec = event['Channel-Read-Codec-Name'] ?? leg.codec
    leg.mos = qualityOf(event.variable_rtp_audio_in_mos) ?? leg.mos
    if (leg.isOrigin) leg.party = callerOf(event)
    else {
      const number = event.variable_dialed_user || event['Caller-Callee-ID-Number'] || ''
      leg.party = {
        number: number || leg.party.number || (event['Caller-Destination-Number'] ?? ''),
        name: '',
      }
    }
    return leg
  }

  /** The call of a leg. If it belonged to another one than the legs it is for or with, the older call goes on, and the others join it. */
  #callOf(leg: Leg, event: SwitchEvent): Call {
    const known = [
      event.variable_cc_member_session_uuid,
      event['Channel-Call-UUID'],
      event['Other-Leg-Unique-ID'],
    ]
      .filter((uuid) => uuid !== undefined && uuid !== leg.uuid)
      .map((uuid) => this.#legs.get(uuid ?? '')?.call ?? (this.#calls.has(uuid ?? '') ? uuid : undefined))
      .find((id) => id !== undefined)
    const own = this.#calls.get(leg.call)
    const other = this.#calls.get(known ?? '')
    if (own && other && own.startedAt < other.startedAt) {
      for (const one of other.legs.values()) this.#join(one, leg.call, own)
      return own
    }
    const id = known ?? leg.call
    const call = this.#calls.get(id) ?? { legs: new Map(), ...begun(event) }
    this.#join(leg, id, call)
    return call
  }

  #join(leg: Leg, id: string, call: Call): void {
    if (id !== leg.call) this.#leave(leg)
    leg.call = id
    this.#calls.set(id, call)
    call.legs.set(leg.uuid, leg)
  }

  #isFirst(call: Call, leg: Leg): boolean {
    return firstOf(leg.call, call) === leg
  }

  #meet(leg: Leg, event: SwitchEvent): void {
    const other =
      event['Event-Name'] === 'CHANNEL_BRIDGE'
        ? event['Other-Leg-Unique-ID']
        : event['Event-Name'] === 'CHANNEL_DATA'
          ? event.variable_bridge_uuid
          : undefined
    const peer = this.#legs.get(other ?? '')
    if (!peer) return
    leg.peer = peer.uuid
    peer.peer = leg.uuid
  }

  #part(leg: Leg): void {
    const peer = this.#legs.get(leg.peer ?? '')
    if (!peer) return
    if (peer.peer === leg.uuid) peer.peer = null
    leg.peer = null
    // What it did earlier led to whoever it was connected to.
    const call = this.#calls.get(leg.call)
    if (call) call.doing = 'routing'
  }

  #leave(leg: Leg): void {
    const call = this.#calls.get(leg.call)
    call?.legs.delete(leg.uuid)
    if (call?.legs.size === 0) this.#calls.delete(leg.call)
    this.touched.add(leg.call)
  }

  #end(uuid: string): void {
    const leg = this.#legs.get(uuid)
    if (!leg) return
    leg.isEnding = true
    this.touched.add(leg.call)
  }

  #drop(uuid: string, at: number): void {
    const leg = this.#legs.get(uuid)
    if (!leg) return
    this.#part(leg)
    this.#legs.delete(uuid)
    this.#leave(leg)
    this.#settle(leg.call, at)
  }

  #settle(id: string, at: number): void {
    const call = this.#calls.get(id)
    this.touched.add(id)
    const first = call && firstOf(id, call)
    if (!call || !first) return
    const peer = this.#legs.get(first.peer ?? '')
    const state = !peer ? call.doing : first.isHeld || peer.isHeld ? 'held' : 'talking'
    if (state === call.state) return
    call.state = state
    call.stateAt = at
  }

  #otherOf(call: Call, first: Leg): { number: string; name: string } | null {
    const peer = this.#legs.get(first.peer ?? '')
    if (peer) return peer.party
    const ringing = [...call.legs.values()].filter((leg) => leg !== first && !leg.isOrigin && !leg.isEnding)
    // All phones of one extension are that extension.
    const numbers = new Set(ringing.map((leg) => leg.party.number))
    if (numbers.size > 1) return { number: '', name: `${ringing.length} phones` }
    return ringing[0]?.party ?? (call.room === null ? null : { number: call.room, name: '' })
  }
}

/** The leg by which a call is followed: the one that started it, or the oldest once that is gone. */
function firstOf(id: string, call: Call): Leg | undefined {
  return call.legs.get(id) ?? call.legs.values().next().value
}

const iso = (at: number) => new Date(at).toISOString()
