import { choice, choices, number, reference } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { CALL_CENTER_AGENTS as LIMITS } from '../supabase/constraints'
import { AGENT_STATUS_NAMES } from '../telephony/next-agent'
import { recordOf } from './kinds'
import { recordName } from './telephony-fields'

const seconds = { unit: 'seconds', group: 'Times', bulk: true }

/** A person who answers queued calls at an extension. */
export const callCenterAgent = defineResource({
  table: 'call_center_agents',
  view: 'call_center_agent_list',
  section: 'telephony',
  noun: 'agent',
  description: 'The people who answer queue calls, each at an extension.',
  fields: {
    name: recordName,
    extension_id: reference({
      to: recordOf('extensions'),
      required: 'Choose an extension.',
      hint: 'Queues ring its phones, even while it forwards its calls.',
    }),
    status: choice({
      options: choices(LIMITS.status.choices, AGENT_STATUS_NAMES),
      start: 'Logged Out',
      bulk: true,
    }),
    time_condition_id: reference({
      label: 'Hours',
      to: recordOf('time_conditions'),
      bulk: true,
      placeholder: 'Signed in and out by hand',
      hint: 'Signs the agent in when these open and out when they close. A status set by hand lasts until then.',
    }),
    max_no_answer: number({
      ...LIMITS.max_no_answer,
      label: 'Maximum missed calls',
      start: 3,
      bulk: true,
      hint: 'Unanswered calls in a row before the agent goes on break; 0 for never.',
    }),
    call_timeout: number({ ...seconds, ...LIMITS.call_timeout, label: 'Ring timeout', start: 20 }),
    wrap_up_time: number({ ...seconds, ...LIMITS.wrap_up_time, label: 'Wrap-up', start: 10 }),
    reject_delay_time: number({
      ...seconds,
      ...LIMITS.reject_delay_time,
      label: 'Delay on reject',
      start: 10,
    }),
    busy_delay_time: number({ ...seconds, ...LIMITS.busy_delay_time, label: 'Delay on busy', start: 60 }),
    no_answer_delay_time: number({
      ...seconds,
      ...LIMITS.no_answer_delay_time,
      label: 'Delay after a missed call',
      start: 30,
    }),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'extension', sortable: true },
    { id: 'status', sortable: true },
    { id: 'today', header: 'Calls today' },
    { id: 'queues', numeric: true },
  ],
  search: 'Name or extension',
  filters: ['status'],
  sort: { column: 'name' },
  importKey: ['extension_id'],
  essentials: ['name', 'extension_id', 'status'],
  label: ({ name }) => name,
})
