import type { Resource } from '../records/resource'
import type { DialedKind } from '../telephony/destination-tables'
import { tableNoun } from './nouns'

/** The kinds of destination that can be created from the destination picker, in display order. */
const LOADERS: Readonly<Record<DialedKind, () => Promise<Resource>>> = {
  extensions: async () => (await import('./extension')).extension,
  ring_groups: async () => (await import('./ring-group')).ringGroup,
  ivr_menus: async () => (await import('./ivr-menu')).ivrMenu,
  call_centers: async () => (await import('./call-center-queue')).callCenterQueue,
  time_conditions: async () => (await import('./time-condition')).timeCondition,
  call_flows: async () => (await import('./call-flow')).callFlow,
  conference_rooms: async () => (await import('./conference-room')).conferenceRoom,
  fax_boxes: async () => (await import('./fax-box')).faxBox,
  paging_groups: async () => (await import('./paging-group')).pagingGroup,
}

/** The same, with a way to load each resource; each is created with the fields in its `essentials`. */
export const CREATABLE_DESTINATIONS = Object.entries(LOADERS).map(([kind, load]) => ({
  kind,
  noun: tableNoun(kind),
  load,
}))
