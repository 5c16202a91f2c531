import type { ConferenceStep } from '../telephony/routing/step'
import { ROOM, roomName } from './configuration/conference'
import { type Action, act, type Draft, domainOf, go, play, set, spoken, tenantOf, unset } from './draft'
import { askPin } from './outside'
import { plain } from './plain'

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
    ...named(draft, step),
    act('conference', `${name}@${ROOM}${role === 'moderator' ? '+flags{moderator}' : ''}`),
    ...go(draft, step.then),
  ]
}

/** The caller says their name, in five seconds at most. Its file, named by the channel, is gone with the call. */
function named(draft: Draft, { announces }: ConferenceStep): Action[] {
  if (announces !== 'name') return [unset('conference_enter_sound'), unset('conference_exit_sound')]
  const file = `${plain(draft.surroundings.recordingsFolder)}/${tenantOf(draft)}/names/\${uuid}.wav`
  const said = (prompt: string) => `file_string://${file}!conference/${prompt}.wav`
  return [
    act('playback', 'ivr/ivr-say_name.wav'),
    act('playback', 'tone_stream://%(500,0,640)'),
    set('playback_terminators', '#'),
    act('record', `${file} 5 200 2`),
    act('set', `conference_enter_sound=${said('conf-has_joined')}`),
    act('set', `conference_exit_sound=${said('conf-has_left')}`),
    act('set', `api_hangup_hook=system /bin/rm -f ${file}`),
  ]
}
