import type { Resource } from '../records/resource'
import { CREATABLE_KINDS, type CreatableKind } from '../telephony/destination-kinds'

const LOADERS: Readonly<Record<CreatableKind, () => Promise<Resource>>> = {
  extensions: async () => (await import('./extension')).extension,
  ring_groups: async () => (await import('./ring-group')).ringGroup,
  ivr_menus: async () => (await import('./ivr-menu')).ivrMenu,
  call_centers: async () => (await import('./call-center-queue')).callCenterQueue,
  time_conditions: async () => (await import('./time-condition')).timeCondition,
  conference_rooms: async () => (await import('./conference-room')).conferenceRoom,
  paging_groups: async () => (await import('./paging-group')).pagingGroup,
  fax_boxes: async () => (await import('./fax-box')).faxBox,
  call_flows: async () => (await import('./call-flow')).callFlow,
}

/** The kinds of destination that can be created while choosing one, with the fields in their `essentials`. */
export const CREATABLE_DESTINATIONS = CREATABLE_KINDS.map((kind) => ({ ...kind, load: LOADERS[kind.kind] }))
