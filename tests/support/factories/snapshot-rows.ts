import type { Row, SnapshotTable } from '@/lib/telephony/routing/snapshot'
import { HANG_UP } from './snapshot'

type Given<Table extends SnapshotTable> = Partial<Row<Table>>

// Each row is as the database would store it with its defaults. Ids read as what they are: 'e1001', 'g6000'.

/** An extension with voicemail that rings for 30 seconds. */
export function anExtension(extension: string, given: Given<'extensions'> = {}): Row<'extensions'> {
  return {
    id: `e${extension}`,
    extension,
    effective_caller_id_name: `Desk ${extension}`,
    effective_caller_id_number: null,
    first_name: '',
    last_name: '',
    description: '',
    enabled: true,
    suspended: false,
    voicemail_enabled: true,
    voicemail_email: null,
    voicemail_attach: true,
    voicemail_keep: true,
    outbound_did_id: null,
    emergency_did_id: null,
    location: '',
    forward_all_enabled: false,
    forward_all_destination_id: null,
    forward_busy_enabled: false,
    forward_busy_destination_id: null,
    forward_no_answer_enabled: false,
    forward_no_answer_destination_id: null,
    forward_not_registered_enabled: false,
    forward_not_registered_destination_id: null,
    follow_me_enabled: false,
    do_not_disturb: false,
    call_timeout: 30,
    concurrent_limit: 5,
    recording: 'none',
    toll_class: 'national',
    hold_music_recording_id: null,
    listed_in_directory: true,
    ...given,
  }
}

/** An enabled number of the tenant that leads nowhere. */
export function aNumber(number: string, given: Given<'dids'> = {}): Row<'dids'> {
  return {
    id: `d${number}`,
    number,
    description: '',
    destination_id: null,
    override_destination_id: null,
    override_until: null,
    caller_id_prefix: '',
    distinctive_ring: '',
    hold_music_recording_id: null,
    account_code: '',
    record: false,
    voice: true,
    fax: false,
    text_messages: false,
    emergency: false,
    emergency_address_id: null,
    e911_state: 'none',
    e911_reason: '',
    carrier: '',
    status: 'assigned',
    enabled: true,
    ...given,
  }
}

export function aCondition(didId: string, given: Given<'did_conditions'> = {}): Row<'did_conditions'> {
  return {
    id: `condition-${didId}-${given.position ?? 1}`,
    did_id: didId,
    position: 1,
    match: 'exact',
    caller: '+12075550199',
    destination_id: HANG_UP,
    enabled: true,
    ...given,
  }
}

/** A group that rings all of its members for 30 seconds at most. */
export function aRingGroup(number: string, given: Given<'ring_groups'> = {}): Row<'ring_groups'> {
  return {
    id: `g${number}`,
    number,
    name: `Group ${number}`,
    strategy: 'simultaneous',
    call_timeout: 30,
    timeout_destination_id: null,
    greeting_recording_id: null,
    ringback: 'us_ring',
    caller_id_name_prefix: '',
    missed_call_email: '',
    follow_forwarding: false,
    enabled: true,
    ...given,
  }
}

/** A member at a position of a group: an extension's id, or an outside number in E.164. */
export function aMember(
  groupId: string,
  position: number,
  who: string,
  given: Given<'ring_group_members'> = {},
): Row<'ring_group_members'> {
  const outside = who.startsWith('+')
  return {
    id: `${groupId}-${position}`,
    ring_group_id: groupId,
    position,
    extension_id: outside ? null : who,
    external_number: outside ? who : null,
    delay: 0,
    timeout: 30,
    confirm: false,
    enabled: true,
    ...given,
  }
}

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

/** A rule without constraints: it always applies. */
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

export function aQueue(number: string, given: Given<'call_center_queues'> = {}): Row<'call_center_queues'> {
  return {
    id: `q${number}`,
    number,
    name: `Queue ${number}`,
    strategy: 'longest-idle-agent',
    greeting_recording_id: null,
    hold_music_recording_id: null,
    record: false,
    max_wait_time: 0,
    max_wait_time_with_no_agent: 90,
    tier_rules_apply: false,
    tier_rule_wait: 30,
    discard_abandoned_after: 900,
    announce_recording_id: null,
    announce_interval: 30,
    caller_id_name_prefix: '',
    exit_key: null,
    timeout_destination_id: null,
    enabled: true,
    ...given,
  }
}

/** An available agent at an extension. */
export function anAgent(
  extensionId: string,
  given: Given<'call_center_agents'> = {},
): Row<'call_center_agents'> {
  return {
    id: `a-${extensionId}`,
    name: `Agent ${extensionId}`,
    extension_id: extensionId,
    status: 'Available',
    call_timeout: 20,
    max_no_answer: 3,
    wrap_up_time: 10,
    reject_delay_time: 10,
    busy_delay_time: 60,
    no_answer_delay_time: 30,
    calls_answered: 0,
    talk_time: 0,
    last_offered_at: null,
    last_bridge_ended_at: null,
    ...given,
  }
}

export function aTier(
  queueId: string,
  agentId: string,
  given: Given<'call_center_tiers'> = {},
): Row<'call_center_tiers'> {
  return {
    id: `${queueId}-${agentId}`,
    queue_id: queueId,
    agent_id: agentId,
    level: 1,
    position: 1,
    ...given,
  }
}

/** A recording of three seconds. */
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

/** A route for a preset by one gateway. */
export function aRoute(matches: string, given: Given<'outbound_routes'> = {}): Row<'outbound_routes'> {
  return {
    id: `o-${matches}`,
    name: `Route ${matches}`,
    description: '',
    matches,
    pattern: null,
    toll_class: matches === 'toll_free' ? 'local' : matches,
    gateway_1: 'carrier-a',
    gateway_2: null,
    gateway_3: null,
    strip_digits: 0,
    prefix: '',
    position: 100,
    caller_id_did_id: null,
    concurrent_limit: null,
    enabled: true,
    ...given,
  }
}

/** A rule that rejects a caller at all extensions. */
export function aBlockRule(
  number: string | null,
  given: Given<'call_block_rules'> = {},
): Row<'call_block_rules'> {
  return {
    id: `b-${number ?? 'withheld'}`,
    direction: 'inbound',
    extension_id: null,
    match: number === null ? 'anonymous' : 'exact',
    number,
    name: '',
    action: 'reject',
    destination_id: null,
    expires_at: null,
    enabled: true,
    ...given,
  }
}

export function aFollower(
  extensionId: string,
  position: number,
  destinationId: string,
  given: Given<'extension_follow_me'> = {},
): Row<'extension_follow_me'> {
  return {
    id: `${extensionId}-follow-${position}`,
    extension_id: extensionId,
    position,
    target_destination_id: destinationId,
    delay: 0,
    timeout: 30,
    confirm: false,
    ...given,
  }
}

/** An outside number as a destination; its id is `out-` and the number. */
export function anOutsideDestination(number: string): Row<'destinations'> {
  return { id: `out-${number}`, kind: 'external', record_id: null, number, name: '', enabled: true }
}

export function aFeatureCode(
  feature: string,
  code: string,
  given: Given<'feature_codes'> = {},
): Row<'feature_codes'> {
  return { id: `c-${feature}`, feature, code, name: feature.replaceAll('_', ' '), enabled: true, ...given }
}

export function anAddress(
  label: string,
  given: Given<'emergency_addresses'> = {},
): Row<'emergency_addresses'> {
  return {
    id: `address-${label}`,
    label,
    street: '1 Main Street',
    unit: '',
    city: 'Portland',
    state: 'ME',
    postal_code: '04101',
    country: 'US',
    validated_at: '2026-01-01T00:00:00Z',
    ...given,
  }
}

export function aDevice(label: string, given: Given<'devices'> = {}): Row<'devices'> {
  return {
    id: `phone-${label}`,
    mac: '02:00:00:00:00:01',
    label,
    vendor: 'yealink',
    model: 'T54W',
    profile_id: null,
    location: '',
    enabled: true,
    ...given,
  }
}

/** The line of a device that an extension is on. */
export function aLine(
  deviceId: string,
  extensionId: string,
  given: Given<'device_lines'> = {},
): Row<'device_lines'> {
  return {
    id: `${deviceId}-1`,
    device_id: deviceId,
    extension_id: extensionId,
    line: 1,
    transport: 'udp',
    register_expires: 3600,
    shared: false,
    ...given,
  }
}
