import { z } from 'zod'
import { kept, number, reference } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'

const place = (label: string) => number({ label, min: 1, max: 999 })

const entries = {
  agent_id: reference({
    label: 'Agent',
    to: { table: 'call_center_agents', columns: ['name'], noun: 'agent' },
    required: 'Name the agent.',
  }),
  level: place('Level'),
  position: place('Position'),
}

/** An agent's place in a queue, in the queue's form. */
export const tier = formOf({ id: kept(z.string(), ''), ...entries })

export type QueueTier = z.output<typeof tier>

/** Which agent is where in which of a tenant's queues, as it stands in a file, a line each. */
export const callCenterTier = defineResource({
  table: 'call_center_tiers',
  section: 'telephony',
  noun: 'tier',
  plural: 'tiers',
  fields: {
    queue_id: reference({
      label: 'Queue',
      to: { table: 'call_center_queues', columns: ['number', 'name'], noun: 'queue' },
      required: 'Name the queue.',
    }),
    ...entries,
  },
  columns: [],
  sort: { column: 'level' },
  importKey: ['queue_id', 'agent_id'],
  label: ({ level, position }) => `Level ${level}, position ${position}`,
})
