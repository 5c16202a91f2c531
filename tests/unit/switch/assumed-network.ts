import { OUTSIDE_NUMBER } from '@/lib/switch/channel-variables'
import { callcenterConf } from '@/lib/switch/configuration/callcenter'
import { dialplan } from '@/lib/switch/dialplan'
import type { CallEnvironment } from '@/lib/switch/environment'
import {
  type Assumptions,
  DEFAULT_PATIENCE,
  isDown,
  MESSAGE_SECONDS,
  stateOf,
} from '@/lib/telephony/routing/assumptions'
import { nextStep } from '@/lib/telephony/routing/next-step'
import { ANY_CALLER } from '@/lib/telephony/routing/place'
import { waitFor } from '@/lib/telephony/routing/simulate-queue'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import type { QueueStep } from '@/lib/telephony/routing/step'
import type { DialedLeg } from '@/tests/support/dial-string'
import { parseXml, type Waited, type World } from '@/tests/support/dialplan'
import type { Party } from '@/tests/support/originate'

const RIGHT_PIN = '4321'

export function environmentOf(snapshot: TenantSnapshot, moment: number): CallEnvironment {
  return {
    snapshot,
    moment,
    soundPath: ({ file_id }) => `/sounds/${file_id}.wav`,
    greetingPath: (extensionId) => `/greetings/${extensionId}.wav`,
    isPin: (_record, digits) => digits === RIGHT_PIN,
    roleIn: (_room, digits) => (digits === RIGHT_PIN ? 'participant' : null),
    asksPin: () => true,
  }
}

/**
 * The assumptions about a call, as the switch would encounter them. `numbers`: the numbers behind what is sent to
 * gateways.
 */
export function worldOf(
  snapshot: TenantSnapshot,
  begun: number,
  assumptions: Assumptions,
  numbers: ReadonlyMap<string, string>,
): World {
  const digits = [...(assumptions.digits ?? [])]
  return {
    answer: (request, seconds) => dialplan(environmentOf(snapshot, begun + seconds * 1000), request).xml,
    partyOf: (leg) => partyOf(snapshot, assumptions, numbers, leg),
    press: (variable) =>
      variable === 'trunkline_pin'
        ? assumptions.knowsPin === false
          ? '1'
          : RIGHT_PIN
        : (digits.shift() ?? ''),
    lengthOf: (file) => {
      const recording = snapshot.recordings.find(({ file_id }) => file === `/sounds/${file_id}.wav`)
      return Math.ceil((recording?.duration_ms ?? 0) / 1000)
    },
    inUse: (_realm, id) => assumptions.calls?.[recordOf(id)] ?? 0,
    wait: (queue, exitKeys, seconds, held) => {
      const calls = { ...assumptions.calls }
      for (const id of [...held].map(recordOf)) calls[id] = (calls[id] ?? 0) + 1
      return waitIn(snapshot, begun + seconds * 1000, { ...assumptions, calls }, digits, queue, exitKeys)
    },
    message: assumptions.message ?? MESSAGE_SECONDS,
    patience: assumptions.patience ?? DEFAULT_PATIENCE,
  }
}

/** The id of the record that a limit is about. */
const recordOf = (limit: string) => limit.slice(limit.indexOf('.') + 1)

function partyOf(
  snapshot: TenantSnapshot,
  assumptions: Assumptions,
  numbers: ReadonlyMap<string, string>,
  { endpoint, variables }: DialedLeg,
): Party {
  const user = /^user\/([0-9]+)@acme\.pbx\.test$/.exec(endpoint)?.[1]
  const extension = snapshot.extensions.find(({ extension: number }) => number === user)
  if (extension) {
    const target = { kind: 'extension', id: extension.id, number: '', label: '' } as const
    const state = stateOf(assumptions, target)
    return state.is === 'unregistered' ? { does: 'not exist', cause: 'USER_NOT_REGISTERED' } : partyIn(state)
  }
  const [, name = '', sent = ''] = /^sofia\/gateway\/([^/]+)\/([^/]+)$/.exec(endpoint) ?? []
  const gateway = snapshot.gateways.find((each) => each.name === name)
  const number = numbers.get(sent)
  if (!gateway || number === undefined) throw new Error(`Nobody is at ${endpoint}.`)
  const charged = variables.get(OUTSIDE_NUMBER)
  if (charged !== number) throw new Error(`A leg to ${number} would be charged as one to ${charged}.`)
  if (isDown(assumptions, { gateway })) return { does: 'not exist', cause: 'GATEWAY_DOWN' }
  const state = assumptions.outside?.[number]
  if (!state)
    return variables.has('leg_timeout') ? partyIn(assumptions.others ?? { is: 'away' }) : { does: 'leave' }
  return partyIn(state)
}

function partyIn(state: ReturnType<typeof stateOf>): Party {
  switch (state.is) {
    case 'answers':
      return { does: 'answer', after: state.after, confirms: state.confirms !== false }
    case 'away':
      return { does: 'ring' }
    case 'busy':
      return { does: 'fail', cause: 'USER_BUSY' }
    case 'declines':
      return { does: 'fail', cause: 'CALL_REJECTED' }
    case 'unregistered':
      return { does: 'fail', cause: 'SUBSCRIBER_ABSENT' }
  }
}

/** The wait in a queue as configured in callcenter.conf, by the mod_callcenter rules that the simulator uses. */
function waitIn(
  snapshot: TenantSnapshot,
  now: number,
  assumptions: Assumptions,
  digits: string[],
  name: string,
  exitKeys: string,
): Waited {
  const conf = parseXml(callcenterConf(environmentOf(snapshot, now), name))
  const queue = snapshot.call_center_queues.find(({ number }) => name === `${number}@acme.pbx.test`)
  const step = nextStep(snapshot, { at: 'destination', id: queue?.id ?? '' }, ANY_CALLER, now)
  if (step.kind !== 'queue') throw new Error(`No queue ${name}`)
  const {
    seconds,
    rings = [],
    result,
  } = waitFor(configured(conf, step, exitKeys), assumptions, digits, now, 0)
  const shown = rings.map(({ target, start, end, outcome }) => ({
    endpoint: target.kind === 'extension' ? `user/${target.number}@acme.pbx.test` : '',
    start,
    end,
    answered: outcome === 'answered',
  }))
  if ('end' in result) {
    const by = result.end.answeredBy
    return by?.kind === 'extension'
      ? { seconds, rings: shown, answered: `user/${by.number}@acme.pbx.test` }
      : { seconds, rings: shown }
  }
  const { why } = result.taken.reason
  const reason =
    result.taken === step.then.exitKey || why === 'queue exit key'
      ? 'EXIT_WITH_KEY'
      : seconds === Number(paramOf(conf, 'max-wait-time')) && Number(paramOf(conf, 'max-wait-time')) > 0
        ? 'TIMEOUT'
        : 'NO_AGENT_TIMEOUT'
  return { seconds, rings: shown, reason }
}

const paramOf = (conf: Document, name: string) =>
  conf.querySelector(`queue > param[name="${name}"]`)?.getAttribute('value') ?? ''

/** The queue with all settings read from the file. */
function configured(conf: Document, step: QueueStep, exitKeys: string): QueueStep {
  const number = (name: string) => Number(paramOf(conf, name))
  const withoutAgent = number('max-wait-time-with-no-agent')
  const tiers = [...conf.querySelectorAll('tiers > tier')]
  return {
    ...step,
    strategy: paramOf(conf, 'strategy') as QueueStep['strategy'],
    maxWait: number('max-wait-time'),
    // A caller waits for the sum of the two; without the first, forever.
    maxWaitWithoutAgent: withoutAgent && withoutAgent + number('max-wait-time-with-no-agent-time-reached'),
    tierRulesApply: paramOf(conf, 'tier-rules-apply') === 'true',
    tierRuleWait: number('tier-rule-wait-second'),
    exitKey: exitKeys || null,
    members: tiers.map((tier) => {
      const agent = conf.querySelector(`agents > agent[name="${tier.getAttribute('agent')}"]`)
      const of = (name: string) => agent?.getAttribute(name) ?? ''
      const [, timeout, phone] =
        /^\[leg_timeout=(\d+).*\]user\/(\d+)@acme\.pbx\.test$/.exec(of('contact')) ?? []
      const known = step.members.find((member) => member.agent.id === of('name'))
      if (!known) throw new Error(`No agent ${of('name')}`)
      return {
        ...known,
        extension: { ...known.extension, number: phone ?? '' },
        level: Number(tier.getAttribute('level')),
        position: Number(tier.getAttribute('position')),
        status: of('status'),
        reachable: true,
        callTimeout: Number(timeout),
        maxNoAnswer: Number(of('max-no-answer')),
        wrapUpTime: Number(of('wrap-up-time')),
        rejectDelay: Number(of('reject-delay-time')),
        busyDelay: Number(of('busy-delay-time')),
        noAnswerDelay: Number(of('no-answer-delay-time')),
      }
    }),
  }
}
