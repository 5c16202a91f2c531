import type { CallState, LiveCall } from '../lib/switch/agent/call-report'
import { PATH } from '../lib/switch/channel-variables'
import { ANONYMOUS } from '../lib/switch/leg-variables'
import { PHONES, withheldBy } from '../lib/switch/request'
import type { SwitchEvent } from './event-socket'

/** The state of a call while its channel executes an application; other applications do not change it. */
export const APPLICATIONS: Readonly<Record<string, CallState>> = {
  bridge: 'ringing',
  callcenter: 'waiting',
  play_and_get_digits: 'menu',
  voicemail: 'voicemail',
  rxfax: 'fax',
  playback: 'playing',
  valet_park: 'parked',
  park: 'parked',
  conference: 'conference',
}

/** What the events of a call's first leg have told about it. */
export interface ToldCall {
  domain: string
  direction: LiveCall['direction']
  caller: { number: string; name: string }
  called: string
  startedAt: number
  answeredAt: number | null
  /** What its first leg is doing while it is not connected to anyone. */
  doing: CallState
  /** The number of the queue it waits in, or of the conference room it is in. */
  queue: string | null
  room: string | null
  path: string
  state: CallState
  stateAt: number
}

/** A call that begins with an event. */
export function begun(event: SwitchEvent): ToldCall {
  const at = millisecondsOf(event['Caller-Channel-Created-Time']) ?? Date.now()
  return {
    domain: '',
    direction: 'inbound',
    caller: callerOf(event),
    // What was dialed first; for a call that is transferred, where it has arrived.
    called:
      (event['Event-Name'] === 'CHANNEL_DATA' && event.variable_sip_req_user) ||
      (event['Caller-Destination-Number'] ?? ''),
    startedAt: at,
    answeredAt: null,
    doing: 'routing',
    queue: null,
    room: null,
    path: '',
    state: 'routing',
    stateAt: at,
  }
}

/** What an event of a call's first leg says about the call. Some kinds of event carry no variables. */
export function tell(call: ToldCall, event: SwitchEvent, at: number): void {
  call.domain = event.variable_domain_name?.toLowerCase() || call.domain
  const direction = event.variable_call_direction
  if (direction === 'inbound' || direction === 'outbound' || direction === 'local') call.direction = direction
  call.path = event[`variable_${PATH}`] ?? call.path
  call.answeredAt ??= millisecondsOf(event['Caller-Channel-Answered-Time']) ?? null
  const isDump = event['Event-Name'] === 'CHANNEL_DATA'
  if (event['Event-Name'] !== 'CHANNEL_EXECUTE' && !isDump) return
  const application = isDump ? event.variable_current_application : event.Application
  const doing = APPLICATIONS[application ?? '']
  if (!doing) return
  call.doing = doing
  const data = isDump ? event.variable_current_application_data : event['Application-Data']
  const number = /^[0-9]{2,7}(?=@)/.exec(data ?? '')?.[0] ?? null
  call.queue = doing === 'waiting' ? number : null
  call.room = doing === 'conference' ? number : null
  // Another phone rings or another sound plays: the state starts over.
  if (!isDump && doing !== 'waiting') call.stateAt = at
}

/**
 * A caller from outside who withholds the number is anonymous, and one who withholds the name alone has none; a phone withholds them from
 * those whom it calls outside.
 */
export function callerOf(event: SwitchEvent): { number: string; name: string } {
  const isPhone = event['Channel-Name']?.startsWith(`sofia/${PHONES}/`)
  const withheld = isPhone ? { number: false, name: false } : withheldBy(event)
  if (withheld.number) return { number: ANONYMOUS, name: ANONYMOUS }
  return {
    number: event['Caller-Orig-Caller-ID-Number'] || event['Caller-Caller-ID-Number'] || '',
    name: withheld.name ? '' : event['Caller-Orig-Caller-ID-Name'] || event['Caller-Caller-ID-Name'] || '',
  }
}

/** Microseconds since 1970, as FreeSWITCH writes them; undefined if there are none. */
export function millisecondsOf(text: string | undefined): number | undefined {
  const microseconds = Number(text ?? 0)
  return microseconds > 0 ? Math.floor(microseconds / 1000) : undefined
}

/** A mean opinion score as FreeSWITCH writes it; undefined if it is none. */
export function qualityOf(text: string | undefined): number | undefined {
  const value = Number.parseFloat(text ?? '')
  return value >= 0 && value <= 5 ? value : undefined
}
