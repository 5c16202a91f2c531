import { PIN, PRESSED } from '@/lib/switch/channel-variables'
import { CALLCENTER_SETTINGS, callcenterConf } from '@/lib/switch/configuration/callcenter'
import { domainOfName } from '@/lib/switch/configuration/name'
import { dialplan, type SwitchRequest } from '@/lib/switch/dialplan'
import { BUSY_TONE } from '@/lib/switch/draft'
import type { CallEnvironment } from '@/lib/switch/environment'
import { callerNumber } from '@/lib/switch/request'
import { type Assumptions, type PhoneState, stateOf } from '@/lib/telephony/routing/assumptions'
import type { Path } from '@/lib/telephony/routing/path'
import { simulate } from '@/lib/telephony/routing/simulate'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import type { QueueStep } from '@/lib/telephony/routing/step'
import { type RandomCall, randomCall } from '../factories/random-call'
import { randomTenant } from '../factories/random-tenant'
import { numbersSent } from './numbers-sent'

/** A random call that the switch can complete within seconds, with the simulator's result. */
export interface Trial {
  id: string
  domain: string
  snapshot: TenantSnapshot
  begun: RandomCall
  expected: Path
}

/** Maximum length of a trial in seconds, so that a thousand run in a minute. */
const LONGEST = 8
const DOMAIN = 'acme.pbx.test'
const domainOf = (seed: number) => `t${seed}.pbx.test`
const RIGHT_PIN = '4321'

/**
 * The trial of a seed; undefined if its call depends on chance, lasts too long, or depends on fractions of a second.
 */
export function trialOf(seed: number): Trial | undefined {
  const made = randomTenant(seed)
  // Limits are counted per tenant id, and trials run concurrently.
  const tenant = { ...made.tenant, id: `tenant-${seed}`, domain: domainOf(seed) }
  const snapshot = { ...made, ...agentsOf(made, seed), tenant }
  const random = randomCall(snapshot, seed)
  const begun: RandomCall = {
    ...random,
    call: {
      ...random.call,
      draw: 0,
      number: random.call.extensionId ? random.call.number : callerNumber(random.call.number),
    },
    assumptions: {
      phones: brisk(random.assumptions.phones),
      outside: brisk(random.assumptions.outside),
      failedGateways: random.assumptions.failedGateways,
      digits: random.assumptions.digits,
      knowsPin: random.assumptions.knowsPin,
    },
  }
  const expected = simulate(snapshot, begun, begun.assumptions)
  if (!isTelling(expected, seed) || !isTriable(expected) || !isSteady(snapshot, begun, expected))
    return undefined
  return { id: String(seed), domain: domainOf(seed), snapshot, begun, expected }
}

/** Agents get unique names: a switch knows them only by name, regardless of tenant. */
function agentsOf({ call_center_agents, call_center_tiers }: TenantSnapshot, seed: number) {
  const named = (id: string) => `t${seed}-${id}`
  return {
    call_center_agents: call_center_agents.map((agent) => ({ ...agent, id: named(agent.id) })),
    call_center_tiers: call_center_tiers.map((tier) => ({ ...tier, agent_id: named(tier.agent_id) })),
  }
}

/** Phones that answer do so within seconds. */
function brisk(phones: Assumptions['phones']): Record<string, PhoneState> {
  return Object.fromEntries(
    Object.entries(phones ?? {}).map(([id, state]) => [
      id,
      state.is === 'answers' ? { is: 'answers', after: 1 + (state.after % 5) } : state,
    ]),
  )
}

/** Endings that a phone without audio and digits can detect. */
const TRIED_FEATURES: readonly string[] = [
  'do not disturb',
  'forward',
  'follow me',
  'switch a flow',
  'sign in',
  'break',
  'pick up',
]

function isTriable({ seconds, end, stages }: Path): boolean {
  if (seconds > LONGEST || end.how === 'gave up') return false
  return stages.every(({ step }) => {
    const words = [step.reason, ...step.notes].map(({ why }) => why)
    if (words.includes('set by hand')) return false
    switch (step.kind) {
      case 'queue':
        return isOrdered(step)
      case 'ring':
        return step.strategy !== 'random'
      case 'feature':
        return TRIED_FEATURES.includes(step.feature.does)
      default:
        return true
    }
  })
}

/** Most random numbers lead nowhere; one in eight of those calls is enough. */
function isTelling({ end, rings, stages }: Path, seed: number): boolean {
  return (
    end.how !== 'refused' ||
    rings.length > 0 ||
    stages.some(({ step }) => step.kind === 'queue') ||
    seed % 8 === 0
  )
}

/** Whether the agents' earlier calls do not affect who gets this one. */
function isOrdered({ strategy, members }: QueueStep): boolean {
  return members.length < 2 || ['ring-all', 'top-down', 'sequentially-by-agent-order'].includes(strategy)
}

/** Whether the call ends the same when any phone answers a second earlier or later: the switch counts whole seconds. */
function isSteady(snapshot: TenantSnapshot, begun: RandomCall, expected: Path): boolean {
  const { phones = {}, outside = {} } = begun.assumptions
  return [-1, 1].every((by) =>
    Object.entries({ ...phones, ...outside }).every(([id, state]) => {
      if (state.is !== 'answers') return true
      const shifted = { [id]: { ...state, after: state.after + by } }
      const { end } = simulate(snapshot, begun, {
        ...begun.assumptions,
        phones: { ...phones, ...(id in phones ? shifted : {}) },
        outside: { ...outside, ...(id in outside ? shifted : {}) },
      })
      return outcomeOf(end) === outcomeOf(expected.end)
    }),
  )
}

/** The ending of a call, in one line. */
export function outcomeOf({ how, cause, answeredBy }: Path['end']): string {
  if (how === 'answered' && answeredBy) return `answered by ${answeredBy.number}`
  return how === 'refused' ? `refused: ${cause}` : how
}

/** The answer to the switch in a trial, with phones replaced by ones that act as assumed. */
export function answerOf(trial: Trial, request: SwitchRequest, seconds: number): string {
  const { snapshot, begun } = trial
  const { xml } = dialplan(environmentOf(trial, seconds), request)
  return (
    withPhones(trial, xml)
      .replaceAll(
        /\[([^\]]*)\]sofia\/gateway\/([^/]+)\/([^,|"<]+)/g,
        (_leg, says: string, name: string, sent: string) => {
          const gateway = snapshot.gateways.find((each) => each.name === name)
          if (gateway && begun.assumptions.failedGateways?.includes(gateway.id))
            return `[${says}]error/GATEWAY_DOWN`
          const number = numbersSent(trial.expected).get(sent) ?? sent
          const state = begun.assumptions.outside?.[number]
          const away = says.includes('leg_timeout')
            ? ({ is: 'away' } as const)
            : ({ is: 'answers', after: 0 } as const)
          return phone(trial, says, number, state ?? away, 'SUBSCRIBER_ABSENT')
        },
      )
      // A missing prompt ends the wait for digits immediately.
      .replaceAll(
        /ivr\/ivr-(?:to_accept_press_one|please_enter_pin_followed_by_pound)\.wav/g,
        'silence_stream://500',
      )
      // To the simulator, a call is over when this begins.
      .replaceAll(BUSY_TONE, 'silence_stream://20')
      .replaceAll(
        /application="voicemail" data="default [^"]*"/g,
        'application="set" data="trial_end=message left"',
      )
      .replaceAll(/<action application="conference_set_auto_outcall"[^>]*>/g, '')
      .replaceAll(
        /application="conference" data="[^"]*"/g,
        (called) =>
          `application="set" data="trial_end=${called.includes('page-') ? 'paged' : 'joined a room'}"`,
      )
      .replaceAll('application="rxfax"', 'application="set" data="trial_end=fax received"')
      .replaceAll(/application="(record_session|record)"( data="[^"]*")?/g, 'application="sleep" data="1"')
      .replaceAll(DOMAIN, trial.domain)
  )
}

/** The answer to mod_callcenter about a queue, or about itself; undefined for another trial's queue. */
export function queueAnswer(
  trialNamed: (domain: string) => Trial | undefined,
  { 'CC-Queue': queue }: SwitchRequest,
): string | undefined {
  if (!queue) return CALLCENTER_SETTINGS
  const trial = trialNamed(domainOfName(queue) ?? '')
  if (!trial) return undefined
  const conf = withPhones(trial, callcenterConf(environmentOf(trial, 0), queue))
  // Digits are detected while music plays, and this switch has none of its own.
  return conf.replaceAll('local_stream://default', 'silence_stream://-1')
}

function environmentOf({ snapshot, begun }: Trial, seconds: number): CallEnvironment {
  return {
    snapshot,
    moment: begun.moment + Math.floor(seconds) * 1000,
    soundPath: ({ file_id }) =>
      `silence_stream://${Math.max(20, snapshot.recordings.find((each) => each.file_id === file_id)?.duration_ms ?? 20)}`,
    greetingPath: (extensionId) => `/tmp/trunkline-trial/${extensionId}.wav`,
    isPin: (_record, digits) => digits === RIGHT_PIN,
    roleIn: (_room, digits) => (digits === RIGHT_PIN ? 'participant' : null),
    asksPin: () => true,
  }
}

/** Replaces the phones of extensions, and those of agents, by ones that act as assumed. */
function withPhones(trial: Trial, xml: string): string {
  const { snapshot, begun } = trial
  const legs =
    /&#36;\{sofia_contact\(\*\/([0-9]+)\.[^@]+@[^/]+\/\[([^\]]*)\]\)\}|\[([^\]]*)\]user\/([0-9]+)@[^,|"<]*/g
  return xml.replaceAll(legs, (_leg, rung: string, own: string, agent: string, agents: string) => {
    const number = rung ?? agents
    // There is no directory.
    const says = (own ?? agent).replace(/,execute_on_originate_(?:phone|called)=&apos;[^&]*&apos;/g, '')
    const id = snapshot.extensions.find(({ extension }) => extension === number)?.id ?? ''
    const target = { kind: 'extension', id, number, label: '' } as const
    return phone(trial, says, number, stateOf(begun.assumptions, target))
  })
}

/**
 * What a caller presses while an application runs, and how many milliseconds after it started; undefined for nothing.
 */
export interface Press {
  keys: string
  after: number
}

/** The caller of a trial, who presses the assumed digits whenever the switch waits for them. */
export function callerOf({ begun: { assumptions } }: Trial) {
  const digits = [...(assumptions.digits ?? [])]
  return (application: string, data: string, exitKeys: string): Press | undefined => {
    if (application === 'callcenter') {
      if (exitKeys === '' || digits[0] !== exitKeys) return undefined
      return { keys: digits.shift() ?? '', after: 500 }
    }
    if (application !== 'play_and_get_digits') return undefined
    if (data.includes(` ${PIN} `))
      return { keys: assumptions.knowsPin === false ? '1#' : `${RIGHT_PIN}#`, after: 600 }
    if (!data.includes(` ${PRESSED} `)) return undefined
    const [, most = '1'] = data.split(' ')
    const keys = (digits.shift() ?? '').slice(0, Number(most))
    const greeting = Number(/silence_stream:\/\/(\d+)/.exec(data)?.[1] ?? 0)
    return keys === '' ? undefined : { keys, after: greeting + 100 }
  }
}

function phone(
  { id }: Trial,
  says: string,
  number: string,
  state: PhoneState,
  absent = 'USER_NOT_REGISTERED',
): string {
  switch (state.is) {
    case 'answers':
      return `[${says},trial_phone=${id},trial_confirms=${state.confirms !== false},null_enable_auto_answer=true,null_auto_answer_delay=${Math.max(20, state.after * 1000)}]null/${number}`
    case 'away':
      return `[${says},null_enable_auto_answer=false]null/${number}`
    case 'busy':
      return `[${says}]error/USER_BUSY`
    case 'declines':
      return `[${says}]error/CALL_REJECTED`
    case 'unregistered':
      return `[${says}]error/${absent}`
  }
}
