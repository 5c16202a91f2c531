import { HANG_UP } from '../snapshot'
import type { Given, Row } from './given'

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
    gateway_id: null,
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

export function aRoute(matches: string, given: Given<'outbound_routes'> = {}): Row<'outbound_routes'> {
  return {
    id: `o-${matches}`,
    name: `Route ${matches}`,
    description: '',
    matches,
    pattern: null,
    toll_class: matches === 'toll_free' ? 'local' : matches,
    gateway_1_id: 'carrier-a',
    gateway_2_id: null,
    gateway_3_id: null,
    strip_digits: 0,
    prefix: '',
    position: 100,
    caller_id_did_id: null,
    concurrent_limit: null,
    enabled: true,
    ...given,
  }
}

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
