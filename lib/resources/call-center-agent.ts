import { choice, number, reference } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { AGENT_STATUSES } from '../telephony/next-agent'
import { EXTENSION } from './references'
import { recordName } from './telephony-fields'

const STATUSES = AGENT_STATUSES.map((status) => ({ value: status, label: status }))

const time = (label: string, hint: string, start: number, min = 0, max = 3600) =>
  number({ label, hint, start, min, max, unit: 'seconds', group: 'Times', bulk: true })

/** Somebody who answers queued calls at an extension. */
export const callCenterAgent = defineResource({
  table: 'call_center_agents',
  view: 'call_center_agent_list',
  section: 'telephony',
  noun: 'agent',
  plural: 'agents',
  description: 'Who answers the calls that wait in queues, each at an extension.',
  path: 'routing/call-centers',
  fields: {
    name: recordName,
    extension_id: reference({ label: 'Extension', to: EXTENSION, required: 'Choose an extension.' }),
    status: choice({ label: 'Status', options: STATUSES, start: 'Logged Out', bulk: true }),
    max_no_answer: number({
      label: 'On break after',
      min: 0,
      max: 100,
      start: 3,
      bulk: true,
      hint: 'Calls in a row that the agent did not answer; 0 never.',
    }),
    call_timeout: time('Rings for', 'Seconds of ringing before the call goes on.', 20, 1, 300),
    wrap_up_time: time('Wrap-up', 'Seconds without calls after each call.', 10),
    reject_delay_time: time('Pause after rejecting', 'Seconds.', 10),
    busy_delay_time: time('Pause when busy', 'Seconds.', 60),
    no_answer_delay_time: time('Pause after not answering', 'Seconds.', 30),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'extension', header: 'Extension', sortable: true },
    { id: 'status', sortable: true },
    { id: 'today', header: 'Calls today' },
    { id: 'queues', header: 'Queues', numeric: true },
  ],
  search: 'Name or extension',
  filters: [{ name: 'status', label: 'Status', options: STATUSES }],
  sort: { column: 'name' },
  importKey: ['extension_id'],
  unique: ['extension_id'],
  label: ({ name }) => name,
})
