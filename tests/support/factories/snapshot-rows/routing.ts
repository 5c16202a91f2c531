import { HANG_UP } from '../snapshot'
import type { Given, Row } from './given'

export function aMenu(number: string, given: Given<'ivr_menus'> = {}): Row<'ivr_menus'> {
  return {
    id: `m${number}`,
    number,
    name: `Menu ${number}`,
    description: '',
    enabled: true,
    greet_long_recording_id: null,
    greet_short_recording_id: null,
    invalid_sound_recording_id: null,
    exit_sound_recording_id: null,
    timeout_ms: 3000,
    inter_digit_timeout_ms: 2000,
    max_failures: 3,
    max_timeouts: 3,
    digit_length: 1,
    direct_dial: false,
    caller_id_name_prefix: '',
    exit_destination_id: null,
    ...given,
  }
}

export function anOption(
  menuId: string,
  digits: string,
  destinationId: string,
  given: Given<'ivr_menu_options'> = {},
): Row<'ivr_menu_options'> {
  return {
    id: `${menuId}-${digits}`,
    ivr_menu_id: menuId,
    digits,
    destination_id: destinationId,
    description: '',
    position: 0,
    enabled: true,
    ...given,
  }
}

export function aTimeCondition(number: string, given: Given<'time_conditions'> = {}): Row<'time_conditions'> {
  return {
    id: `t${number}`,
    number,
    name: `Hours ${number}`,
    description: '',
    time_zone: null,
    otherwise_destination_id: HANG_UP,
    enabled: true,
    ...given,
  }
}

export function aRule(
  conditionId: string,
  destinationId: string,
  given: Given<'time_condition_rules'> = {},
): Row<'time_condition_rules'> {
  return {
    id: `${conditionId}-${given.position ?? 0}`,
    time_condition_id: conditionId,
    position: 0,
    name: '',
    state: 'open',
    weekdays: [],
    time_ranges: [],
    months: [],
    month_days: [],
    month_weeks: [],
    date_from: null,
    date_to: null,
    holidays: [],
    holidays_observed: true,
    destination_id: destinationId,
    ...given,
  }
}

export function aFlow(number: string, given: Given<'call_flows'> = {}): Row<'call_flows'> {
  return {
    id: `f${number}`,
    number,
    name: `Flow ${number}`,
    feature_code: `*3${number}`,
    state: 'normal',
    reverts_at: null,
    normal_label: 'Day',
    normal_destination_id: HANG_UP,
    normal_recording_id: null,
    alternate_label: 'Night',
    alternate_destination_id: HANG_UP,
    alternate_recording_id: null,
    enabled: true,
    ...given,
  }
}

export function aRoom(number: string, given: Given<'conference_rooms'> = {}): Row<'conference_rooms'> {
  return {
    id: `n${number}`,
    number,
    name: `Room ${number}`,
    max_members: 20,
    waits_for_moderator: false,
    announces: 'tone',
    record: false,
    greeting_recording_id: null,
    hold_music_recording_id: null,
    enabled: true,
    ...given,
  }
}

export function aPagingGroup(number: string, given: Given<'paging_groups'> = {}): Row<'paging_groups'> {
  return { id: `w${number}`, number, name: `Page ${number}`, two_way: false, enabled: true, ...given }
}

export function aFaxBox(number: string, given: Given<'fax_boxes'> = {}): Row<'fax_boxes'> {
  return { id: `x${number}`, number, name: `Fax ${number}`, recipients: null, enabled: true, ...given }
}

export function aPagedPhone(
  groupId: string,
  position: number,
  extensionId: string,
): Row<'paging_group_members'> {
  return { id: `${groupId}-${position}`, paging_group_id: groupId, extension_id: extensionId, position }
}

/** Ten spaces, which follow its number. */
export function aParkLot(number: string, given: Given<'park_lots'> = {}): Row<'park_lots'> {
  return {
    id: `p${number}`,
    number,
    name: `Lot ${number}`,
    places: 10,
    timeout: 180,
    timeout_destination_id: null,
    hold_music_recording_id: null,
    enabled: true,
    ...given,
  }
}

export function aRecording(name: string, given: Given<'recordings'> = {}): Row<'recordings'> {
  return {
    id: `r-${name}`,
    name,
    description: '',
    file: `${name}.wav`,
    file_id: `file-${name}`,
    path: `tenant/${name}.wav`,
    format: 'wav',
    duration_ms: 3000,
    ...given,
  }
}
