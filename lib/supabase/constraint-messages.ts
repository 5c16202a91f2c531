import { MAC_WANTED } from '../validation/mac.ts'

/** In words, the columns whose values people enter and that are unique. The constraint's name ends with `_<column>_key`. */
export const UNIQUE_COLUMNS: Readonly<Record<string, string>> = {
  asset_tag: 'asset tag',
  domain: 'domain',
  email: 'email address',
  file: 'file',
  label: 'label',
  mac: 'MAC address',
  model: 'model',
  name: 'name',
  number: 'number',
  prefix: 'prefix',
  serial: 'serial number',
  tenant_code: 'tenant code',
}

type Messages = Readonly<Record<string, { column: string; message: string }>>

/**
 * Messages for check constraints that a form may not catch, by constraint name: the column to look at, and the text. A form that checks
 * the same says the same.
 */
export const CONSTRAINT_MESSAGES = {
  call_expectations_question: {
    column: 'question',
    message: 'Only a call that dials and presses nothing but digits, * and # can be kept.',
  },
  call_block_rules_action_matches_direction: {
    column: 'action',
    message: 'An outbound call can be rejected, answered with busy, or hung up.',
  },
  call_block_rules_destination_matches_action: {
    column: 'destination_id',
    message: 'Choose where these calls go.',
  },
  call_block_rules_number_format: { column: 'number', message: 'Enter a phone number or a prefix.' },
  call_block_rules_not_emergency_number: {
    column: 'number',
    message: 'Emergency numbers cannot be blocked.',
  },
  call_center_queues_not_to_itself: {
    column: 'timeout_destination_id',
    message: 'A queue cannot send calls to itself.',
  },
  call_flows_labels_distinct: { column: 'alternate_label', message: 'The two states need different labels.' },
  call_flows_not_to_itself: {
    column: 'normal_destination_id',
    message: 'A call flow cannot send calls to itself.',
  },
  companies_phone_check: { column: 'phone', message: 'Enter a phone number.' },
  companies_website_check: { column: 'website', message: 'Enter a web address, such as example.com.' },
  contacts_phone_check: { column: 'phone', message: 'Enter a phone number.' },
  devices_mac_check: { column: 'mac', message: MAC_WANTED },
  did_conditions_caller_format: { column: 'caller', message: 'Enter a phone number or a prefix.' },
  dids_override_needs_end: {
    column: 'override_until',
    message: 'Set both a destination and an end time for the override.',
  },
  extension_follow_me_not_to_itself: {
    column: 'target_destination_id',
    message: 'This is the extension itself.',
  },
  extensions_forward_all_needs_destination: {
    column: 'forward_all_destination_id',
    message: 'Choose where these calls go.',
  },
  extensions_forward_busy_needs_destination: {
    column: 'forward_busy_destination_id',
    message: 'Choose where these calls go.',
  },
  extensions_forward_not_to_itself: {
    column: 'forward_all_destination_id',
    message: 'An extension cannot forward calls to itself.',
  },
  extensions_forward_no_answer_needs_destination: {
    column: 'forward_no_answer_destination_id',
    message: 'Choose where these calls go.',
  },
  extensions_forward_not_registered_needs_destination: {
    column: 'forward_not_registered_destination_id',
    message: 'Choose where these calls go.',
  },
  inventory_mac_check: { column: 'mac', message: MAC_WANTED },
  park_lots_spaces_same_length: {
    column: 'places',
    message: 'The last space would have more digits than the lot’s number.',
  },
  outbound_routes_toll_class_matches_preset: {
    column: 'toll_class',
    message: 'This toll class does not match these numbers.',
  },
  outbound_routes_emergency_caller_id: {
    column: 'caller_id_did_id',
    message: 'Emergency calls show the phone’s own number.',
  },
  outbound_routes_gateways_distinct: { column: 'gateway_2_id', message: 'Use each gateway only once.' },
  outbound_routes_gateway_order: {
    column: 'gateway_2_id',
    message: 'Fill in the second gateway first.',
  },
  outbound_routes_pattern: { column: 'pattern', message: 'Enter a valid pattern of dialed numbers.' },
  ring_group_members_one_target: {
    column: 'extension_id',
    message: 'Enter either an extension or an external number.',
  },
  ring_groups_not_to_itself: {
    column: 'timeout_destination_id',
    message: 'A ring group cannot send calls to itself.',
  },
} as const satisfies Messages
