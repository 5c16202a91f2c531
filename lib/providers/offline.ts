import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { HeldNumber, NumberFacts, Portability, RecentCall } from '../numbers/number-facts'
import { zoneOfState } from '../numbers/time-zones'
import type { EmergencyProvider } from './number-provider'

/** A prefix from a carrier's coverage list. */
export interface Coverage {
  prefix: string
  carrier: string
  rate_center: string
  state: string
  line_type: string
  portable: boolean
  fast_port: boolean
  updated_at: string
}

export interface CachedAnswer {
  provider: string
  kind: string
  answer: unknown
  fetched_at: string
}

/** What the database knows of a number: one element of known_numbers. */
export interface KnownNumber {
  number: string
  did: (HeldNumber & { carrier: string }) | null
  calls: RecentCall[]
  coverage: Coverage | null
  answers: CachedAnswer[]
}

const OFFLINE = 'Known here'
const OFFLINE_WITH_COVERAGE = 'Known here, and a carrier’s coverage list'

const LINE_TYPES: Partial<Record<string, string>> = {
  TOLL_FREE: 'toll free',
  PREMIUM_RATE: 'premium rate',
  SHARED_COST: 'shared cost',
  PERSONAL_NUMBER: 'personal number',
  VOIP: 'voip',
  PAGER: 'pager',
  UAN: 'uan',
}

/**
 * What can be said about a number without asking a provider: format and validity in the numbering plan, its tenant here, and
 * matching coverage. Whether a North American number is mobile or fixed, its carrier elsewhere, and the caller name cannot be
 * known this way and stay null.
 */
export function offlineFacts({ number, did, calls, coverage }: KnownNumber, now: string): NumberFacts {
  const parsed = parsePhoneNumberFromString(number)
  const state = coverage?.state || null
  return {
    number,
    valid: parsed?.isValid() ?? false,
    national: parsed?.formatNational() ?? number,
    international: parsed?.formatInternational() ?? number,
    lineType: LINE_TYPES[parsed?.getType() ?? ''] ?? (coverage?.line_type || null),
    carrier: isOurs(did) ? did.carrier || null : null,
    city: coverage?.rate_center || null,
    state,
    timeZone: zoneOfState(state),
    callerName: null,
    held: did && { id: did.id, status: did.status, tenant_id: did.tenant_id, tenant_name: did.tenant_name },
    calls,
    source: coverage ? OFFLINE_WITH_COVERAGE : OFFLINE,
    fetchedAt: now,
  }
}

/** Without a carrier's API key nothing can be submitted: staff do it by hand and record the carrier's answer. */
export const offlineEmergency: EmergencyProvider = {
  title: null,
  registerEmergency: async () => null,
  emergencyAnswer: async () => null,
  endEmergency: async () => null,
}

/** Whether a number can be ported, from our inventory and the coverage list only; null when neither can tell. */
export function offlinePortability(known: KnownNumber, now: string): Portability {
  const { number, did, coverage } = known
  const facts = offlineFacts(known, now)
  const verdict = verdictOf(known, facts.valid)
  return {
    number,
    ...verdict,
    fastPort:
      verdict.portable === true ? (coverage?.fast_port ?? null) : verdict.portable === false ? false : null,
    carrier: isOurs(did) ? did.carrier || null : null,
    lineType: facts.lineType,
    rateCenter: coverage ? [coverage.rate_center, coverage.state].filter(Boolean).join(', ') || null : null,
    source: facts.source,
    fetchedAt: now,
  }
}

function verdictOf(
  { did, coverage }: KnownNumber,
  valid: boolean,
): { portable: boolean | null; reason: string } {
  if (isOurs(did))
    return {
      portable: false,
      reason: did.status === 'porting_in' ? 'Already porting in' : 'Already ours',
    }
  if (!valid) return { portable: false, reason: 'Not a valid number' }
  if (!coverage) return { portable: null, reason: 'No coverage list covers it' }
  return coverage.portable
    ? { portable: true, reason: '' }
    : {
        portable: false,
        reason: `${coverage.carrier || 'The carrier'} does not port numbers from ${coverage.rate_center || coverage.prefix}`,
      }
}

function isOurs<Did extends { status: string }>(did: Did | null): did is Did {
  return did !== null && did.status !== 'released'
}
