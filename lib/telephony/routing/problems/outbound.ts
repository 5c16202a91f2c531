import { EMERGENCY_NUMBERS } from '../../../supabase/constraints'
import { DIALED_TABLES } from '../../../supabase/record-tables'
import { DESTINATION_TABLES } from '../../destination-tables'
import { dialMatcher } from '../../dial-matcher'
import { calledNumber, dialedDigits } from '../../dialed-number'
import {
  isCostly,
  mayUse,
  patternProblem,
  PHONE_CLASSES,
  type Preset,
  PRESETS,
  routeMatches,
} from '../../outbound'
import { emergencyDialed, gatewaysOf, mayCarry, routesInOrder, testRoutes } from '../../route-choice'
import type { Row } from '../snapshot'
import { inService, refOf } from '../snapshot-index'
import { type Checked, type Problem, problem } from './problem'
import { turnOff } from './repair'

/** Routes that never take a call, routes open to toll fraud, and numbers in the way of emergency calls. */
export function outboundProblems(at: Checked): Problem[] {
  const routes = routesInOrder(at.snapshot.outbound_routes).filter(({ enabled }) => enabled)
  return [
    ...routes.flatMap((route) => [
      ...gateways(at, route),
      ...fraud(at, route),
      ...tooLow(at, route),
      ...neverTaken(at, route, routes),
    ]),
    ...hiddenEmergencies(at),
    ...at.snapshot.call_flows
      .filter((flow) => flow.enabled && !at.index.hasSecret(flow.id, 'pin'))
      .map((flow) => {
        const record = refOf('call_flows', flow)
        const text = `Every phone can switch ${record.label} by ${flow.feature_code}: it has no PIN.`
        return problem(at, 'notice', 'pin-missing', record, text)
      }),
  ]
}

/** Internal numbers of which a route would make an emergency number, such as 9911. */
function hiddenEmergencies(at: Checked): Problem[] {
  const areaCode = at.index.setting('area_code').value ?? undefined
  return DESTINATION_TABLES.flatMap((table) =>
    at.snapshot[table].flatMap((row: { id: string }) => {
      const digits = String(row[DIALED_TABLES[table].number as keyof typeof row])
      // Most numbers need no look at the routes.
      if (!EMERGENCY_NUMBERS.some((number) => digits.endsWith(number))) return []
      const emergency = emergencyDialed(at.snapshot.outbound_routes, digits, areaCode)
      if (!emergency || !inService(at.index, { table, id: row.id })) return []
      const record = refOf(table, row)
      const text = `Whoever dials ${digits} reaches ${record.label}, not ${emergency}, which a route makes of it.`
      return [problem(at, 'warning', 'emergency-hidden', record, text)]
    }),
  )
}

/** Disabled gateways: the route's calls fail, or all use the remaining ones. */
function gateways(at: Checked, route: Row<'outbound_routes'>): Problem[] {
  const all = gatewaysOf(route).flatMap((id) => at.index.row('gateways', id) ?? [])
  const off = all.filter(({ enabled }) => !enabled)
  if (off.length === 0) return []
  const record = refOf('outbound_routes', route)
  const names = off.map(({ name }) => name).join(' and ')
  if (off.length < all.length) {
    const text = `${record.label} passes ${names} by: ${off.length === 1 ? 'the gateway is' : 'these gateways are'} off.`
    return [problem(at, 'notice', 'gateway-off', record, text)]
  }
  const text = `${record.label} cannot send a call: ${off.length === 1 ? 'its gateway' : 'its gateways'} ${names} ${off.length === 1 ? 'is' : 'are'} off.`
  return [problem(at, 'error', 'route-without-gateway', record, text)]
}

function isOpen(gateway: Row<'gateways'> | undefined, digits: string): boolean {
  return gateway !== undefined && mayCarry(gateway, digits)
}

function fraud(at: Checked, route: Row<'outbound_routes'>): Problem[] {
  if (!isCostly(route.toll_class)) return []
  const pin = at.index.hasSecret(route.id, 'pin')
  const limited = route.concurrent_limit !== null
  if (pin && limited) return []
  const record = refOf('outbound_routes', route)
  const missing = !pin && !limited ? 'a PIN or a limit of calls' : pin ? 'a limit of calls' : 'a PIN'
  const text = `${record.label} is open to toll fraud: it makes ${route.toll_class} calls without ${missing}.`
  const severity = !pin && !limited ? 'error' : 'warning'
  return [problem(at, severity, 'toll-fraud', { ...record, part: pin ? 'concurrent_limit' : 'pin' }, text)]
}

/** The most digits to take off of which every combination is tried. */
const MOST_TRIED = 3

/** The ways to write a number that carriers take for the same one. */
function spellings(number: string): string[] {
  const whole = calledNumber(number)
  return whole.startsWith('+') ? [...new Set([number, whole, whole.slice(1)])] : [number]
}

/** Whether a route with a pattern takes some digits and sends this number, however spelled, or is dialed this number itself. */
function takes(route: Row<'outbound_routes'>, number: string): boolean {
  return routeMatches(route, number) || spellings(number).some((spelled) => makes(route, spelled))
}

/** Whether a route with a pattern takes some digits and sends exactly these. */
function makes(route: Row<'outbound_routes'>, number: string): boolean {
  const { strip_digits: stripped, prefix, pattern } = route
  if (pattern === null || patternProblem(pattern) || stripped > MOST_TRIED || !number.startsWith(prefix))
    return false
  const matcher = dialMatcher(pattern)
  const rest = number.slice(prefix.length)
  return Array.from({ length: 10 ** stripped }, (_, at) =>
    stripped === 0 ? '' : String(at).padStart(stripped, '0'),
  ).some((front) => matcher.test(front + rest))
}

/** A pattern that matches calls above its toll class lets phones dial numbers they may not, also behind digits that the route takes off. */
function tooLow(at: Checked, route: Row<'outbound_routes'>): Problem[] {
  if (route.matches !== 'pattern') return []
  const dear = Object.values(PRESETS).find(
    ({ tollClass, example }) =>
      isCostly(tollClass) &&
      takes(route, dialedDigits(example) ?? '') &&
      PHONE_CLASSES.some((phone) => mayUse(phone, route.toll_class) && !mayUse(phone, tollClass)),
  )
  if (!dear) return []
  const record = refOf('outbound_routes', route)
  const text = `${record.label} takes ${dear.tollClass} numbers, but phones with ${route.toll_class} calls may use it.`
  return [problem(at, 'error', 'toll-class-too-low', record, text)]
}

/**
 * A preset route whose numbers an earlier route takes for every phone that may use it. Local routes count as seven-digit here:
 * numbers with the tenant's area code are a fraction of a national route's.
 */
function neverTaken(
  at: Checked,
  route: Row<'outbound_routes'>,
  routes: readonly Row<'outbound_routes'>[],
): Problem[] {
  if (route.matches === 'pattern') return []
  const digits = dialedDigits(PRESETS[route.matches as Preset].example)
  const open = at.index.gateways()
  // Routes whose gateways take no calls are reported separately.
  if (digits === undefined || !gatewaysOf(route).some((id) => isOpen(open.get(id), digits))) return []
  const may = PHONE_CLASSES.filter((phone) => mayUse(phone, route.toll_class))
  const winners = may.map((phoneClass) => testRoutes(routes, digits, open, { phoneClass }).winner)
  const record = refOf('outbound_routes', route)
  const repair = turnOff('outbound_routes', route.id, 'the route')
  if (may.length === 0) {
    const text = `No phone may use ${record.label}: no toll class includes ${route.toll_class} calls.`
    return [problem(at, 'notice', 'route-never-taken', record, text, '', repair)]
  }
  if (winners.some((winner) => winner?.id === route.id)) return []
  const text = `${record.label} never takes a call: ${winners[0]?.name ?? 'another route'} above it takes its numbers.`
  return [problem(at, 'warning', 'route-never-taken', record, text, '', repair)]
}
