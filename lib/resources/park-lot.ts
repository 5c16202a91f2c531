import { destination, number, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { CONSTRAINT_MESSAGES } from '../supabase/constraint-messages'
import { PARK_LOTS as LIMITS } from '../supabase/constraints'
import { planNumber } from '../telephony/plan-number'
import { enabled, numbered, recording, recordName } from './telephony-fields'

/** Park lots: numbers at which calls wait until somebody picks them up. */
export const parkLot = defineResource({
  ...numbered,
  table: 'park_lots',
  noun: 'park lot',
  description: 'Numbers where calls are held until someone picks them up from any phone.',
  fields: {
    name: recordName,
    number: text({
      label: 'Number',
      maxLength: 7,
      required: 'Enter a number.',
      keyboard: 'numeric',
      rule: planNumber(/^[1-9][0-9]{1,6}$/, 'Enter a number of 2 to 7 digits that does not begin with 0.'),
      hint: 'A call that is transferred here waits in the first free space.',
    }),
    places: number({
      label: 'Spaces',
      ...LIMITS.places,
      start: 10,
      hint: 'The numbers after the lot’s own: 10 spaces of 5900 are 5901 to 5910. Dialing a space parks a call, or picks up the one waiting there.',
    }),
    timeout: number({
      ...LIMITS.timeout,
      label: 'Waits at most',
      unit: 'seconds',
      start: 180,
      bulk: true,
    }),
    timeout_destination_id: destination({
      label: 'If nobody picks up',
      bulk: true,
      hint: 'Without a destination, it returns to the phone that parked it.',
    }),
    hold_music_recording_id: recording('Hold music', {
      bulk: true,
      hint: 'Leave empty for the tenant’s hold music.',
    }),
    enabled,
  },
  rules: (form) =>
    form.refine(({ number: own, places }) => String(Number(own) + places).length === own.length, {
      path: ['places'],
      message: CONSTRAINT_MESSAGES.park_lots_spaces_same_length.message,
    }),
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'places', sortable: true },
    { id: 'timeout', sortable: true, phone: 'hidden' },
    { id: 'timeout_destination_id', phone: 'hidden' },
    { id: 'enabled', sortable: true },
  ],
  filters: ['enabled'],
  sort: { column: 'number' },
})
