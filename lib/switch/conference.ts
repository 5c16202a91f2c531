import type { ConferenceStep } from '../telephony/routing/step'
import { ROOM, ROOM_OF_RECORDED } from './configuration/conference'
import { nameInSwitch } from './configuration/name'
import {
  act,
  type Action,
  domainOf,
  type Draft,
  go,
  isContinued,
  play,
  record,
  set,
  spoken,
  unset,
} from './draft'
import { askPin } from './outside'

/** A caller's role in a room. */
export type RoomRole = 'moderator' | 'participant'

/** A caller enters a room. mod_conference requests the room's settings when it opens one (conferenceConf). */
export function enterRoom(draft: Draft, step: ConferenceStep): Action[] {
  const { participant, moderator } = step.pins
  return [
    act('answer'),
    spoken(step.language),
    ...play(draft, step.greetingId),
    ...(participant || moderator ? askPin(draft, 0) : join(draft, step, 'participant')),
  ]
}

/** A caller joins the others, and continues when removed from the room. */
export function join(draft: Draft, step: ConferenceStep, role: RoomRole): Action[] {
  const name = nameInSwitch(step.number, domainOf(draft))
  const profile = step.record
    ? `\${cond(${isContinued(draft)} == true ? ${ROOM_OF_RECORDED} : ${ROOM})}`
    : ROOM
  return [
    ...named(step),
    ...record(draft, step.recordsCall),
    set('conference_controls', 'none'),
    act('conference', `${name}@${profile}${role === 'moderator' ? '+flags{moderator}' : ''}`),
    ...go(draft, step.then),
  ]
}

/**
 * The file with a caller's recorded name, for the duration of the call. FreeSWITCH does not create directories for `record`, so it
 * uses an existing one.
 */
const NAME_FILE = '${temp_dir}/trunkline-name-${uuid}.wav'

/** Records the caller's name, five seconds at most. */
function named({ announces }: ConferenceStep): Action[] {
  if (announces !== 'name') return [unset('conference_enter_sound'), unset('conference_exit_sound')]
  const promptFile = (prompt: string) => `file_string://${NAME_FILE}!conference/${prompt}.wav`
  return [
    act('playback', 'ivr/ivr-say_name.wav'),
    act('playback', 'tone_stream://%(500,0,640)'),
    set('playback_terminators', '#'),
    act('record', `${NAME_FILE} 5 200 2`),
    act('set', `conference_enter_sound=${promptFile('conf-has_joined')}`),
    act('set', `conference_exit_sound=${promptFile('conf-has_left')}`),
    act('set', `api_hangup_hook=system /bin/rm -f ${NAME_FILE}`),
  ]
}
