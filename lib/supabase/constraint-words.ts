import { MAC_WANTED } from '../validation/mac.ts'

/** Messages for check constraints that a form may not catch, by constraint name: the column to look at, and the text. */
export const CONSTRAINT_WORDS: Readonly<Record<string, { column: string; message: string }>> = {
  call_block_rules_action: {
    column: 'action',
    message: 'An outbound call can be rejected, answered with busy, or hung up.',
  },
  call_block_rules_destination: { column: 'destination_id', message: 'Choose where these calls go.' },
  call_block_rules_number: { column: 'number', message: 'Enter a phone number or a prefix.' },
  call_block_rules_spare_emergency: { column: 'number', message: 'Emergency numbers cannot be blocked.' },
  call_center_queues_lead_elsewhere: {
    column: 'timeout_destination_id',
    message: 'A queue cannot send calls to itself.',
  },
  call_flows_labels_differ: { column: 'alternate_label', message: 'The two states need different labels.' },
  call_flows_lead_elsewhere: {
    column: 'normal_destination_id',
    message: 'A call flow cannot send calls to itself.',
  },
  companies_phone_check: { column: 'phone', message: 'Enter a phone number.' },
  companies_website_check: { column: 'website', message: 'Enter a web address, such as example.com.' },
  contacts_phone_check: { column: 'phone', message: 'Enter a phone number.' },
  devices_mac_check: { column: 'mac', message: MAC_WANTED },
  did_conditions_name_a_caller: { column: 'caller', message: 'Enter a phone number or a prefix.' },
  dids_override_ends: {
    column: 'override_until',
    message: 'Set both a destination and an end time for the override.',
  },
  extension_follow_me_leads_elsewhere: {
    column: 'target_destination_id',
    message: 'The extension rings anyway.',
  },
  extensions_forward_all: {
    column: 'forward_all_destination_id',
    message: 'Choose where these calls go.',
  },
  extensions_forward_busy: {
    column: 'forward_busy_destination_id',
    message: 'Choose where these calls go.',
  },
  extensions_forward_elsewhere: {
    column: 'forward_all_destination_id',
    message: 'An extension cannot forward calls to itself.',
  },
  extensions_forward_no_answer: {
    column: 'forward_no_answer_destination_id',
    message: 'Choose where these calls go.',
  },
  extensions_forward_not_registered: {
    column: 'forward_not_registered_destination_id',
    message: 'Choose where these calls go.',
  },
  extensions_leave_emergency_numbers: { column: 'extension', message: 'This is an emergency number.' },
  inventory_mac_check: { column: 'mac', message: MAC_WANTED },
  park_lots_leave_emergency_numbers: {
    column: 'number',
    message: 'One of its places would be an emergency number.',
  },
  park_lots_places_have_as_many_digits: {
    column: 'places',
    message: 'The last space would have more digits than the lot’s number.',
  },
  outbound_routes_class_of_preset: {
    column: 'toll_class',
    message: 'This toll class does not match these numbers.',
  },
  outbound_routes_gateways_differ: { column: 'gateway_2_id', message: 'Use each gateway only once.' },
  outbound_routes_gateways_in_order: {
    column: 'gateway_2_id',
    message: 'Fill in the second gateway first.',
  },
  outbound_routes_pattern: { column: 'pattern', message: 'Enter a valid pattern of dialed numbers.' },
  ring_group_members_one_target: {
    column: 'extension_id',
    message: 'Enter either an extension or an external number.',
  },
  ring_groups_lead_elsewhere: {
    column: 'timeout_destination_id',
    message: 'A ring group cannot send calls to itself.',
  },
}
