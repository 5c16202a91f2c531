import { choice, choices, number, secret, toggle } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { CONFERENCE_ROOMS as LIMITS } from '../supabase/constraints'
import { dialedNumber, enabled, numbered, recording, recordName } from './telephony-fields'

/** Conference rooms: numbers at which many callers talk to each other. */
export const conferenceRoom = defineResource({
  ...numbered,
  table: 'conference_rooms',
  noun: 'conference room',
  description: 'Numbers where several callers talk with each other.',
  fields: {
    name: recordName,
    number: dialedNumber,
    pin: secret({
      label: 'PIN',
      generate: 'pin',
      hint: 'Callers enter it to join. Without one, everyone who calls can join.',
    }),
    moderator_pin: secret({
      label: 'Moderators’ PIN',
      generate: 'pin',
      hint: 'Callers who enter it instead of the PIN join as moderators.',
    }),
    waits_for_moderator: toggle({
      label: 'Wait for a moderator',
      hint: 'Callers hear music until one joins.',
      bulk: true,
    }),
    announces: choice({
      label: 'When someone joins or leaves',
      options: choices(LIMITS.announces.choices, {
        nothing: { label: 'Nothing is played' },
        tone: { label: 'A tone is played' },
        name: { label: 'Their name is played', hint: 'Callers say it before they join.' },
      }),
      start: 'tone',
      bulk: true,
    }),
    max_members: number({
      ...LIMITS.max_members,
      label: 'Maximum callers',
      start: 20,
      bulk: true,
      hint: 'Once the room is full, further callers hear a busy tone.',
    }),
    record: toggle({
      label: 'Record',
      hint: 'The conference is recorded once, with the call of whoever joined first.',
      bulk: true,
    }),
    greeting_recording_id: recording('Greeting', { bulk: true, hint: 'Played to each caller first.' }),
    hold_music_recording_id: recording('Hold music', {
      bulk: true,
      hint: 'Played while a caller is alone or waits for a moderator. Leave empty to use the tenant’s hold music.',
    }),
    enabled,
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'max_members', sortable: true, numeric: true, phone: 'hidden' },
    { id: 'waits_for_moderator', phone: 'hidden' },
    { id: 'announces', phone: 'hidden' },
    { id: 'record', phone: 'hidden' },
    { id: 'enabled', sortable: true },
  ],
  filters: ['enabled'],
  sort: { column: 'number' },
})
