import { takesQueueCalls } from '../telephony/routing/queue'
import { indexOf } from '../telephony/routing/snapshot-index'
import type { Feature, FeatureStep } from '../telephony/routing/step'
import { DONE } from './channel-variables'
import { nameInSwitch } from './configuration/name'
import {
  act,
  type Action,
  ask,
  domainOf,
  type Draft,
  fileString,
  go,
  HANGS_UP,
  play,
  playedOnHold,
  record,
  recordOnceConnected,
  recordOnceUnparked,
  set,
  soundOf,
  spoken,
  unset,
} from './draft'
import { mailbox } from './mailbox'
import { askPin } from './outside'
import { pickUp } from './pickup'
import { extensionOf, type Question } from './question'
import { switchStatus } from './queue-members'
import { ORBIT } from './request'

const EFFECTS = ['forward', 'do not disturb', 'follow me', 'switch a flow', 'sign in', 'break'] as const

/** A feature's change to the tenant's records, made before the switch gets its answer. */
export type Effect = Extract<Feature, { does: (typeof EFFECTS)[number] }>

/** The status of an agent who signed in or out or took a break, in mod_callcenter and in our records. */
export function agentStatus({ does, enabled }: { does: 'sign in' | 'break'; enabled: boolean }) {
  if (does === 'break') return enabled ? 'On Break' : 'Available'
  return enabled ? 'Available' : 'Logged Out'
}

/** The immediate change of a feature; null if it needs a PIN first or changes nothing. */
export function effectOf({ feature }: FeatureStep, pinKnown: boolean): Effect | null {
  if (!EFFECTS.some((does) => does === feature.does)) return null
  return 'asksPin' in feature && feature.asksPin && !pinKnown ? null : (feature as Effect)
}

/** Actions of a feature. A change of records is announced as made. */
export function feature(draft: Draft, step: FeatureStep, pinKnown: boolean): Action[] {
  const { feature: asked } = step
  if ('asksPin' in asked && asked.asksPin && !pinKnown) return [spoken(step.language), ...askPin(draft, 0)]
  const begun = [act('answer'), spoken(step.language)]
  // The phone that takes a call holds it on its own channel.
  if (asked.does === 'park' || asked.does === 'pick up')
    begun.push(...playedOnHold(draft, step.callersHoldMusicId))
  if (asked.does === 'park') return [...begun, ...parked(draft, step, asked)]
  return [...begun, ...work(draft, asked), ...go(draft, step.then)]
}

const SORRY = act('playback', 'ivr/ivr-that_was_an_invalid_entry.wav')

/** Announcement when a change could not be made. */
export function featureFailed(draft: Draft, step: FeatureStep): Action[] {
  return [act('answer'), spoken(step.language), SORRY, ...go(draft, step.then)]
}

function work(draft: Draft, asked: Exclude<Feature, { does: 'park' }>): Action[] {
  const domain = domainOf(draft)
  switch (asked.does) {
    case 'mailbox':
      return mailbox(draft, asked.extensionId, 'check ')
    case 'directory':
      return [act('directory', `default ${domain} ${domain}`)]
    case 'record a greeting': {
      // A recording must belong to an extension. mod_httapi does not tell whether an upload failed, and deletes what it could not upload.
      const { extensionId } = draft.before
      const path = extensionId === null ? undefined : draft.environment.greetingPath(extensionId)
      if (path === undefined) return [SORRY]
      return [
        act('playback', 'ivr/ivr-record_prompt.wav'),
        act('playback', 'tone_stream://%(300,0,800)'),
        set('playback_terminators', '#'),
        act('record', `${path} 300 200 5`),
        act('playback', 'voicemail/vm-saved.wav'),
      ]
    }
    case 'forward':
      return [
        prompt(asked.enabled, 'ivr-call_forwarding_has_been_set', 'ivr-call_forwarding_has_been_cancelled'),
      ]
    case 'do not disturb':
      return [prompt(asked.enabled, 'ivr-dnd_activated', 'ivr-dnd_cancelled')]
    case 'follow me':
      return [prompt(asked.enabled, 'ivr-enabled', 'ivr-disabled')]
    case 'switch a flow': {
      const sound = play(draft, asked.soundId)
      return sound.length > 0 ? sound : [prompt(asked.to === 'normal', 'ivr-day_mode', 'ivr-night_mode')]
    }
    case 'pick up':
      return [...(asked.records ? recordOnceConnected(draft) : []), ...pickUp(draft, asked.ringing)]
    case 'sign in':
      return [
        ...agentsSet(draft, asked),
        prompt(asked.enabled, 'ivr-you_are_now_logged_in', 'ivr-you_are_now_logged_out'),
      ]
    case 'break':
      return [...agentsSet(draft, asked), prompt(asked.enabled, 'ivr-enabled', 'ivr-disabled')]
  }
}

/** Tells the queues of the calling extension's agents, who take no calls while it takes none. */
function agentsSet({ before, environment }: Draft, asked: Extract<Feature, { does: 'sign in' | 'break' }>) {
  const extension = indexOf(environment.snapshot).row('extensions', before.extensionId)
  const reachable = extension !== undefined && takesQueueCalls(extension)
  const status = switchStatus({ status: agentStatus(asked), reachable })
  return asked.agentIds.map((id) =>
    act('set', `${DONE}=\${callcenter_config(agent set status ${id} '${status}')}`),
  )
}

const prompt = (yes: boolean, on: string, off: string) => act('playback', `ivr/${yes ? on : off}.wav`)

/**
 * The lot is named by its number and the tenant's domain, through which mod_valet_parking notifies lamps. On timeout, if no space
 * is free, or if the caller presses #, the next request decides.
 */
function parked(
  draft: Draft,
  step: FeatureStep,
  { lot, place, places, timeout, holdMusicId, records }: Extract<Feature, { does: 'park' }>,
): Action[] {
  const domain = domainOf(draft)
  const { extensionId, carried } = draft.before
  const over: Question = { asks: 'parked', place: step.place, by: carried.divertedBy ?? extensionId }
  const music = soundOf(draft, holdMusicId)
  // A phone that dials a taken space picks up the call there. A caller from outside, whom a phone transfers to it, does not.
  const free = place === null ? places : extensionId === null ? [place, place] : null
  return [
    ...record(draft, records === 'at once'),
    ...(records === 'once connected' ? recordOnceUnparked(draft) : []),
    music === undefined
      ? unset('valet_hold_music')
      : // The lot's time passes only while something plays, so a second of silence follows what may not open.
        set('valet_hold_music', fileString(music, 'silence_stream://1000')),
    ...(timeout === null
      ? [unset('valet_parking_timeout'), unset(ORBIT)]
      : [
          set('valet_parking_timeout', timeout),
          set(ORBIT, extensionOf(over)),
          set('valet_parking_orbit_context', domain),
          set('valet_parking_orbit_dialplan', 'XML'),
        ]),
    ...(place !== null && free ? [set('valet_announce_slot', false)] : []),
    HANGS_UP,
    act('valet_park', `${nameInSwitch(lot, domain)} ${free ? `auto in ${free.join(' ')}` : place}`),
    ask(draft, over),
  ]
}
