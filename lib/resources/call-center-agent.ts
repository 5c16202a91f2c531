import { z } from 'zod'
import { AGENT_STATUSES } from '../telephony/next-agent'
import { defineResource } from './resource'
import { recordName, seconds, wholeNumber } from './telephony-rules'

const STATUSES = AGENT_STATUSES.map((status) => ({ value: status, label: status }))

/** Somebody who answers queued calls at an extension. */
export const callCenterAgent = defineResource({
  table: 'call_center_agents',
  section: 'telephony',
  noun: 'agent',
  plural: 'agents',
  description: 'Who answers the calls that wait in queues, each at an extension.',
  path: 'routing/call-centers',
  schema: z.object({
    name: recordName,
    extension_id: z.string({ error: 'Choose an extension.' }),
    status: z.enum(AGENT_STATUSES),
    call_timeout: seconds(1, 300),
    max_no_answer: wholeNumber(0, 100),
    wrap_up_time: seconds(0, 3600),
    reject_delay_time: seconds(0, 3600),
    busy_delay_time: seconds(0, 3600),
    no_answer_delay_time: seconds(0, 3600),
  }),
  blank: () => ({
    name: '',
    extension_id: undefined,
    status: 'Logged Out',
    call_timeout: 20,
    max_no_answer: 3,
    wrap_up_time: 10,
    reject_delay_time: 10,
    busy_delay_time: 60,
    no_answer_delay_time: 30,
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 75, required: true },
    {
      name: 'extension_id',
      label: 'Extension',
      kind: 'reference',
      to: { table: 'extensions', columns: ['extension', 'effective_caller_id_name'], noun: 'extension' },
      required: true,
    },
    { name: 'status', label: 'Status', kind: 'select', options: STATUSES, required: true, bulk: true },
    {
      name: 'max_no_answer',
      label: 'On break after',
      kind: 'number',
      min: 0,
      max: 100,
      required: true,
      bulk: true,
      hint: 'Calls in a row that the agent did not answer; 0 never.',
    },
    ...(
      [
        ['call_timeout', 'Rings for', 1, 300, 'Seconds of ringing before the call goes on.'],
        ['wrap_up_time', 'Wrap-up', 0, 3600, 'Seconds without calls after each call.'],
        ['reject_delay_time', 'Pause after rejecting', 0, 3600, 'Seconds.'],
        ['busy_delay_time', 'Pause when busy', 0, 3600, 'Seconds.'],
        ['no_answer_delay_time', 'Pause after not answering', 0, 3600, 'Seconds.'],
      ] as const
    ).map(([name, label, min, max, hint]) => ({
      name,
      label,
      min,
      max,
      hint,
      kind: 'number' as const,
      group: 'Times',
      required: true,
      bulk: true,
    })),
  ],
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
