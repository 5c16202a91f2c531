import type { ConferenceStep } from '../telephony/routing/step'
import { ROOM, roomName } from './configuration/conference'
import { type Action, act, type Draft, domainOf, go, play, set, spoken, unset } from './draft'
import { askPin } from './outside'

/** As whom somebody is in a room. */
export type RoomRole = 'moderator' | 'participant'

/** A caller comes to a room. What a room is, mod_conference asks for as it opens one (conferenceConf). */
export function enterRoom(draft: Draft, step: ConferenceStep): Action[] {
  const { participant, moderator } = step.pins
  return [
    act('answer'),
    spoken(step.language),
    ...play(draft, step.greetingId),
    ...(participant || moderator ? askPin(draft, 0) : join(draft, step, 'participant')),
  ]
}

/** A caller joins the others, and goes on when they are put out. */
export function join(draft: Draft, step: ConferenceStep, role: RoomRole): Action[] {
  const name = roomName(step.number, domainOf(draft))
  return [
    ...named(step),
    set('conference_controls', 'none'),
    act('conference', `${name}@${ROOM}${role === 'moderator' ? '+flags{moderator}' : ''}`),
    ...go(draft, step.then),
  ]
}

/** Where a caller's name is while the call lasts. FreeSWITCH makes no folders for `record`, so it is one that there is. */
const NAME_FILE = '${temp_dir}/trunkline-name-${uuid}.wav'

/** The caller says their name, in five seconds at most. */
function named({ announces }: ConferenceStep): Action[] {
  if (announces !== 'name') return [unset('conference_enter_sound'), unset('conference_exit_sound')]
  const said = (prompt: string) => `file_string://${NAME_FILE}!conference/${prompt}.wav`
  return [
    act('playback', 'ivr/ivr-say_name.wav'),
    act('playback', 'tone_stream://%(500,0,640)'),
    set('playback_terminators', '#'),
    act('record', `${NAME_FILE} 5 200 2`),
    act('set', `conference_enter_sound=${said('conf-has_joined')}`),
    act('set', `conference_exit_sound=${said('conf-has_left')}`),
    act('set', `api_hangup_hook=system /bin/rm -f ${NAME_FILE}`),
  ]
}
