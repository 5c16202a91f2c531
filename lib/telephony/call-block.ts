import type { Tables } from '../supabase/database.types'
import { callerMatches, dialedAbroad } from './caller-match'

export type BlockRule = Pick<
  Tables<'call_block_rules'>,
  | 'id'
  | 'direction'
  | 'extension_id'
  | 'match'
  | 'number'
  | 'action'
  | 'destination_id'
  | 'expires_at'
  | 'enabled'
>

/**
 * A call to check. `other` is the caller of an inbound call, the called number of an outbound one, which is seven digits in the tenant's
 * area code.
 */
export interface BlockedCall {
  direction: string
  other: string
  extensionId: string | null
  areaCode?: string
}

/** Whether a rule is active at a moment: enabled and not expired. */
export function isInForce(
  { enabled, expires_at }: Pick<BlockRule, 'enabled' | 'expires_at'>,
  now: Date,
): boolean {
  return enabled && (expires_at === null || new Date(expires_at) > now)
}

/** Whether a rule matches a call, active or not. */
export function blockRuleMatches(rule: BlockRule, call: BlockedCall): boolean {
  return (
    rule.direction === call.direction &&
    (rule.extension_id === null || rule.extension_id === call.extensionId) &&
    callerMatches(rule, call.other, call.direction === 'outbound' ? call.areaCode : undefined)
  )
}

/**
 * The rule that blocks a call, if any. An extension's own rules go before tenant-wide ones, an exact number before a prefix, and
 * a longer prefix before a shorter one, in whichever spelling.
 */
export function blockingRule<Rule extends BlockRule>(
  rules: readonly Rule[],
  call: BlockedCall,
  now: Date,
): Rule | undefined {
  return rules
    .filter((rule) => isInForce(rule, now) && blockRuleMatches(rule, call))
    .sort((a, b) => weight(b, call.other) - weight(a, call.other))[0]
}

function weight({ extension_id, match, number }: BlockRule, other: string): number {
  return (extension_id === null ? 0 : 1000) + (match === 'exact' ? 100 : lengthOf(number ?? '', other))
}

/** How many digits of the number a matching prefix covers; seven-digit spellings count +1 and the area code as well. */
function lengthOf(prefix: string, other: string): number {
  const near = other.startsWith('+1') && !prefix.startsWith('+')
  return dialedAbroad(prefix).length + (near ? '+1207'.length : 0)
}
