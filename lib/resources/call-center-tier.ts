import { z } from 'zod'
import { kept, number, reference } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { CALL_CENTER_TIERS as LIMITS } from '../supabase/constraints'
import { recordOf } from './kinds'

const entries = {
  agent_id: reference({ to: recordOf('call_center_agents'), required: 'Enter the agent.' }),
  level: number(LIMITS.level),
  position: number(LIMITS.position),
}

/** An agent's place in a queue, in the queue's form. */
export const tier = formOf({ id: kept(z.string(), ''), ...entries })

export type QueueTier = z.output<typeof tier>

/** The agents of a tenant's queues, as exported and imported. */
export const callCenterTier = defineResource({
  table: 'call_center_tiers',
  section: 'telephony',
  noun: 'tier',
  fields: {
    queue_id: reference({ to: recordOf('call_center_queues'), required: 'Enter the queue.' }),
    ...entries,
  },
  sort: { column: 'level' },
  importKey: ['queue_id', 'agent_id'],
  label: ({ level, position }) => `Level ${level}, position ${position}`,
})
