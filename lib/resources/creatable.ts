import type { Resource } from '../records/resource'

/** A kind of destination that can be made while choosing one. */
export interface CreatableDestination {
  /** The kind's name among the destinations. */
  kind: string
  noun: string
  load: () => Promise<Resource>
}

/** In the order in which they are offered. Their `essentials` are the fields that are asked for. */
export const CREATABLE_DESTINATIONS: readonly CreatableDestination[] = [
  { kind: 'extensions', noun: 'extension', load: async () => (await import('./extension')).extension },
  { kind: 'ring_groups', noun: 'ring group', load: async () => (await import('./ring-group')).ringGroup },
  {
    kind: 'time_conditions',
    noun: 'time condition',
    load: async () => (await import('./time-condition')).timeCondition,
  },
  {
    kind: 'ivr_menus',
    noun: 'IVR menu',
    load: async () => (await import('./ivr-menu')).ivrMenu,
  },
  { kind: 'call_flows', noun: 'call flow', load: async () => (await import('./call-flow')).callFlow },
  {
    kind: 'call_centers',
    noun: 'queue',
    load: async () => (await import('./call-center-queue')).callCenterQueue,
  },
]
