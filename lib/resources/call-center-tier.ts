import { z } from 'zod'
import { defineResource } from './resource'
import { wholeNumber } from './telephony-rules'

/** An agent's place in a queue, in the queue's form. */
export const tier = z.object({
  id: z.string(),
  agent_id: z.string(),
  level: wholeNumber(1, 999),
  position: wholeNumber(1, 999),
})

export type QueueTier = z.infer<typeof tier>

/** Which agent is where in which of a tenant's queues, as it stands in a file, a line each. */
export const callCenterTier = defineResource({
  table: 'call_center_tiers',
  section: 'telephony',
  noun: 'tier',
  plural: 'tiers',
  schema: tier.omit({ id: true }).extend({
    queue_id: z.string({ error: 'Name the queue.' }),
    agent_id: z.string({ error: 'Name the agent.' }),
  }),
  blank: () => ({ queue_id: undefined, agent_id: undefined, level: 1, position: 1 }),
  fields: [
    {
      name: 'queue_id',
      label: 'Queue',
      kind: 'reference',
      to: { table: 'call_center_queues', columns: ['number', 'name'], noun: 'queue' },
      required: true,
    },
    {
      name: 'agent_id',
      label: 'Agent',
      kind: 'reference',
      to: { table: 'call_center_agents', columns: ['name'], noun: 'agent' },
      required: true,
    },
    { name: 'level', label: 'Level', kind: 'number', min: 1, max: 999 },
    { name: 'position', label: 'Position', kind: 'number', min: 1, max: 999 },
  ],
  columns: [],
  sort: { column: 'level' },
  importKey: ['queue_id', 'agent_id'],
  label: ({ level, position }) => `Level ${level}, position ${position}`,
})
