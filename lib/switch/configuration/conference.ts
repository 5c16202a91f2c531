import { nextStep } from '../../telephony/routing/next-step'
import { ANY_CALLER } from '../../telephony/routing/place'
import { recordingOf, recordingsFolder } from '../draft'
import { type CallEnvironment, PRODUCT_MUSIC, soundPathOf } from '../environment'
import { element, named, NOT_FOUND } from '../xml'
import { configuration, type Values } from './document'
import { nameInSwitch } from './name'

/** Profile name of all rooms; its contents depend on the room that requests it. */
export const ROOM = 'room'
/**
 * The profile of a room that is opened by a call with a recording of its own, whose file mod_conference would empty. The room's recording
 * begins with the second caller, by whose call it is named. If that call has one, too, the room's stays on the switch under a name that the
 * agent passes over.
 */
export const ROOM_OF_RECORDED = 'room-of-recorded'

const COMMON = { rate: 8000, interval: 20, 'energy-level': 100, 'comfort-noise': true } as const

/** conference.conf as requested at startup, and for ad hoc conferences on phones. */
export const CONFERENCE_CONF = conferences({ default: COMMON })

const ENTERING = 'tone_stream://%(200,0,500,600,700)'
const LEAVING = 'tone_stream://%(500,0,300,200,100,50,25)'

/**
 * conference.conf for a room that mod_conference opens, by name. A recording is named after the first caller's call; of several callers
 * within 20 ms, after the last one's. "Not found" for an unknown or disabled room.
 */
export function conferenceConf(environment: CallEnvironment, name: string): string {
  const { snapshot, moment } = environment
  const { domain, id: tenant } = snapshot.tenant
  const room = snapshot.conference_rooms.find(({ number }) => nameInSwitch(number, domain) === name)
  const place = { at: 'destination', id: room?.id ?? '' } as const
  const step = room && nextStep(snapshot, place, ANY_CALLER, moment)
  if (step?.kind !== 'conference') return NOT_FOUND
  const settings = {
    ...COMMON,
    'moh-sound': soundPathOf(environment, step.holdMusicId) ?? PRODUCT_MUSIC,
    'alone-sound': 'conference/conf-alone.wav',
    'kicked-sound': 'conference/conf-kicked.wav',
    ...(step.announces === 'tone' ? { 'enter-sound': ENTERING, 'exit-sound': LEAVING } : {}),
    'conference-flags': step.waitsForModerator ? 'wait-mod' : undefined,
  }
  if (!step.record) return conferences({ [ROOM]: settings })
  const file = recordingOf(tenant)
  const free = `${recordingsFolder(tenant)}/\${uuid}\${cond(\${file_exists(${file})} == true ? -room)}.wav`
  return conferences({
    [ROOM]: { ...settings, 'auto-record': file },
    [ROOM_OF_RECORDED]: { ...settings, 'auto-record': free, 'min-required-recording-participants': 2 },
  })
}

function conferences(profiles: Readonly<Record<string, Values>>): string {
  return configuration('conference.conf', [
    element(
      'profiles',
      {},
      Object.entries(profiles).map(([name, values]) => element('profile', { name }, named('param', values))),
    ),
  ])
}
