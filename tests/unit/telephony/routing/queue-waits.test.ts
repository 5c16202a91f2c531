import { expect, test } from 'vitest'
import type { Assumptions, PhoneState } from '@/lib/telephony/routing/assumptions'
import type { Path } from '@/lib/telephony/routing/path'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { type GivenSnapshot, HANG_UP, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aMenu,
  anAgent,
  anExtension,
  anOption,
  aQueue,
  aRecording,
  aTier,
} from '@/tests/support/factories/snapshot-rows'
import { endOf, rung, to, walk } from './routing-helpers'

const AGENT = { call_timeout: 10, no_answer_delay_time: 30, max_no_answer: 0, wrap_up_time: 0 }
const answers = (after: number): PhoneState => ({ is: 'answers', after })
type Agents = Parameters<typeof anAgent>[1][]
/** Queue 8000 with a greeting of 3 seconds and agents at 1001, 1002 and so on. */
const tenant = (queue: Parameters<typeof aQueue>[1], ...agents: Agents): GivenSnapshot => ({
  extensions: agents.map((_, at) => anExtension(String(1001 + at))),
  recordings: [aRecording('hello')],
  call_center_queues: [
    aQueue('8000', {
      strategy: 'top-down',
      greeting_recording_id: 'r-hello',
      max_wait_time: 60,
      timeout_destination_id: HANG_UP,
      ...queue,
    }),
  ],
  call_center_agents: agents.map((given, at) => anAgent(`e${1001 + at}`, { ...AGENT, ...given })),
  call_center_tiers: agents.map((_, at) => aTier('q8000', `a-e${1001 + at}`, { position: at + 1 })),
})
/** The same, with each agent on a separate level reached 20 seconds after the previous one. */
const levels = (queue: Parameters<typeof aQueue>[1], ...agents: Agents): GivenSnapshot => ({
  ...tenant({ max_wait_time: 60, tier_rule_wait: 20, ...queue }, ...agents),
  call_center_tiers: agents.map((_, at) => aTier('q8000', `a-e${1001 + at}`, { level: at + 1 })),
})
const out = { status: 'Logged Out' }
const FOUR = Array.from({ length: 4 }, () => ({ call_timeout: 20 }))

const WAITS: [what: string, given: GivenSnapshot, assumed: Assumptions, rings: string[], then: string][] = [
  [
    'is offered to one agent after another, and again after a pause',
    tenant({}, {}, {}),
    {},
    [
      '1001 3–13 not answered',
      '1002 13–23 not answered',
      '1001 43–53 not answered',
      '1002 53–63 not answered',
    ],
    'after 63: No agent of 8000 Queue 8000 answers within 1 min.',
  ],
  [
    'ends after the maximum wait if a phone rings, as soon as it no longer does',
    tenant({ max_wait_time: 25 }, {}, {}, {}),
    {},
    ['1001 3–13 not answered', '1002 13–23 not answered', '1003 23–33 not answered'],
    'after 33: No agent of 8000 Queue 8000 answers within 25 secs.',
  ],
  [
    'is offered to nobody after the maximum wait',
    tenant({ max_wait_time: 10 }, {}, {}),
    {},
    ['1001 3–13 not answered'],
    'after 13: No agent of 8000 Queue 8000 answers within 10 secs.',
  ],
  [
    'rings all agents at once',
    tenant({ strategy: 'ring-all' }, {}, { call_timeout: 15 }),
    {},
    [
      '1001 3–13 not answered',
      '1002 3–18 not answered',
      '1001 43–53 not answered',
      '1002 53–68 not answered',
    ],
    'after 68: No agent of 8000 Queue 8000 answers within 1 min.',
  ],
  [
    'ends at the maximum wait once the first of several phones has stopped ringing',
    tenant({ strategy: 'ring-all', max_wait_time: 12 }, {}, { call_timeout: 15 }),
    {},
    ['1001 3–13 not answered', '1002 3–15 stopped'],
    'after 15: No agent of 8000 Queue 8000 answers within 12 secs.',
  ],
  [
    'ends after the maximum wait as soon as the first of several phones stops ringing',
    tenant({ strategy: 'ring-all', max_wait_time: 8 }, {}, { call_timeout: 15 }),
    {},
    ['1001 3–13 not answered', '1002 3–13 stopped'],
    'after 13: No agent of 8000 Queue 8000 answers within 8 secs.',
  ],
  [
    'is answered by the first to answer, and the others stop ringing',
    tenant({ strategy: 'ring-all' }, {}, {}, {}),
    { phones: { e1001: answers(6), e1002: answers(4), e1003: answers(4) } },
    ['1001 3–7 stopped', '1002 3–7 answered', '1003 3–7 stopped'],
    'answered after 7: Agent e1002 rings for 10 secs.',
  ],
  [
    'is not answered by someone who takes longer than the phone rings',
    tenant({ max_wait_time: 15 }, {}),
    { others: answers(10) },
    ['1001 3–13 not answered'],
    'after 18: No agent of 8000 Queue 8000 answers within 15 secs.',
  ],
  [
    'is answered by whose phone still rings after the maximum wait',
    tenant({ max_wait_time: 10 }, { call_timeout: 30 }),
    { others: answers(29) },
    ['1001 3–32 answered'],
    'answered after 32: Agent e1001 rings for 30 secs.',
  ],
  [
    'is not answered after the caller loses patience, even while a phone rings',
    tenant({ max_wait_time: 10 }, { call_timeout: 30 }),
    { others: answers(18), patience: 20 },
    ['1001 3–20 stopped'],
    'gave up after 20: The caller waits in 8000 Queue 8000 for one of 1 agent.',
  ],
  [
    'is answered before',
    tenant({ max_wait_time: 10 }, { call_timeout: 30 }),
    { others: answers(16), patience: 20 },
    ['1001 3–19 answered'],
    'answered after 19: Agent e1001 rings for 30 secs.',
  ],
  [
    'is answered by the second agent after the first did not',
    tenant({}, {}, {}),
    { phones: { e1002: answers(2) } },
    ['1001 3–13 not answered', '1002 13–15 answered'],
    'answered after 15: Agent e1002 rings for 10 secs.',
  ],
  [
    'spends no time on a busy phone',
    tenant({ max_wait_time: 100 }, {}),
    { others: { is: 'busy' } },
    [],
    'after 103: No agent of 8000 Queue 8000 answers within 1 min 40 secs.',
  ],
  [
    'moves on at once from a phone that declines',
    tenant({ max_wait_time: 30 }, {}, {}),
    { phones: { e1001: { is: 'declines' } } },
    ['1002 3–13 not answered'],
    'after 33: No agent of 8000 Queue 8000 answers within 30 secs.',
  ],
  [
    'moves on at once from an agent without a phone',
    tenant({ max_wait_time: 30 }, {}, {}),
    { phones: { e1001: { is: 'unregistered' } } },
    ['1002 3–13 not answered'],
    'after 33: No agent of 8000 Queue 8000 answers within 30 secs.',
  ],
  [
    'moves on at once from a busy phone',
    tenant({ max_wait_time: 30 }, {}, {}),
    { phones: { e1001: { is: 'busy' } } },
    ['1002 3–13 not answered'],
    'after 33: No agent of 8000 Queue 8000 answers within 30 secs.',
  ],
  [
    'moves on at once from an agent who has a call',
    tenant({ max_wait_time: 30 }, {}, {}),
    { calls: { e1001: 1 } },
    ['1002 3–13 not answered'],
    'after 33: No agent of 8000 Queue 8000 answers within 30 secs.',
  ],
  [
    'is not offered to an agent put on break after too many unanswered calls',
    tenant({ max_wait_time: 60 }, { no_answer_delay_time: 5, max_no_answer: 2 }),
    {},
    ['1001 3–13 not answered', '1001 18–28 not answered'],
    'after 63: No agent of 8000 Queue 8000 answers within 1 min.',
  ],
  [
    'waits for the next tier',
    levels({ tier_rules_apply: true }, { status: 'On Break' }, {}),
    {},
    ['1002 43–53 not answered'],
    'after 63: No agent of 8000 Queue 8000 answers within 1 min.',
  ],
  [
    'does not wait for the next tier if tier rules are off',
    levels({}, { status: 'On Break' }, {}),
    {},
    ['1002 3–13 not answered', '1002 43–53 not answered'],
    'after 63: No agent of 8000 Queue 8000 answers within 1 min.',
  ],
  [
    'does not wait for the next tier if nobody is signed in on the first',
    levels({ tier_rules_apply: true }, out, {}),
    {},
    ['1002 3–13 not answered', '1002 43–53 not answered'],
    'after 63: No agent of 8000 Queue 8000 answers within 1 min.',
  ],
  [
    'leaves when nobody is signed in',
    tenant({ max_wait_time: 60, max_wait_time_with_no_agent: 20 }, out, out),
    {},
    [],
    'after 23: Nobody is signed in to 8000 Queue 8000 for 20 secs.',
  ],
  [
    'leaves at the maximum wait, even if nobody is signed in',
    tenant({ max_wait_time: 20, max_wait_time_with_no_agent: 20 }, out),
    {},
    [],
    'after 23: No agent of 8000 Queue 8000 answers within 20 secs.',
  ],
  [
    'leaves at the maximum wait if the wait without agents is unlimited',
    tenant({ max_wait_time: 20, max_wait_time_with_no_agent: 0 }, out),
    {},
    [],
    'after 23: No agent of 8000 Queue 8000 answers within 20 secs.',
  ],
  [
    'leaves one second before the maximum wait',
    tenant({ max_wait_time: 20, max_wait_time_with_no_agent: 19 }, out),
    {},
    [],
    'after 22: Nobody is signed in to 8000 Queue 8000 for 19 secs.',
  ],
  [
    'leaves if the queue has no agents',
    tenant({ max_wait_time: 60, max_wait_time_with_no_agent: 7 }),
    {},
    [],
    'after 10: Nobody is signed in to 8000 Queue 8000 for 7 secs.',
  ],
  [
    'keeps waiting while one of two agents is signed in',
    tenant({ max_wait_time: 15, max_wait_time_with_no_agent: 7 }, out, {}),
    {},
    ['1002 3–13 not answered'],
    'after 18: No agent of 8000 Queue 8000 answers within 15 secs.',
  ],
  [
    'ends when the caller loses patience',
    tenant({ max_wait_time: 60 }, {}),
    { patience: 17 },
    ['1001 3–13 not answered'],
    'gave up after 17: The caller waits in 8000 Queue 8000 for one of 1 agent.',
  ],
  [
    'ends at once for a caller without patience',
    tenant({ max_wait_time: 0 }, {}),
    { patience: 0 },
    [],
    'gave up after 0: The caller waits in 8000 Queue 8000 for one of 1 agent.',
  ],
  [
    'leaves by the exit key',
    tenant({ exit_key: '*' }, {}),
    { digits: ['*', '9'] },
    [],
    'after 3: The caller presses * to leave 8000 Queue 8000.',
  ],
  [
    'does not leave by another key',
    tenant({ exit_key: '*', max_wait_time: 10 }, {}),
    { digits: ['9'] },
    ['1001 3–13 not answered'],
    'after 13: No agent of 8000 Queue 8000 answers within 10 secs.',
  ],
  [
    'is offered again and again with an unlimited wait, until the caller loses patience',
    tenant({ max_wait_time: 0 }, { no_answer_delay_time: 0, call_timeout: 600 }),
    {},
    [
      '1001 3–603 not answered',
      '1001 604–1204 not answered',
      '1001 1205–1805 not answered',
      '1001 1806–2406 not answered',
      '1001 2407–3007 not answered',
      '1001 3008–3600 stopped',
    ],
    'gave up after 3600: The caller waits in 8000 Queue 8000 for one of 1 agent.',
  ],
  [
    'is offered to one agent at a time in random order',
    tenant({ strategy: 'random', max_wait_time: 15 }, {}, {}),
    {},
    ['1001 3–13 not answered', '1002 13–23 not answered'],
    'after 23: No agent of 8000 Queue 8000 answers within 15 secs.',
  ],
  [
    'is offered to the agent idle the longest, who may have missed it',
    tenant({ strategy: 'longest-idle-agent', max_wait_time: 90 }, ...FOUR),
    { phones: { e1004: answers(5) } },
    [
      '1001 3–23 not answered',
      '1002 23–43 not answered',
      '1003 43–63 not answered',
      '1001 63–83 not answered',
      '1002 83–103 not answered',
    ],
    'after 103: No agent of 8000 Queue 8000 answers within 1 min 30 secs.',
  ],
  [
    'is offered top down to all agents before the first is called again',
    tenant({ max_wait_time: 90 }, ...FOUR),
    { phones: { e1004: answers(5) } },
    ['1001 3–23 not answered', '1002 23–43 not answered', '1003 43–63 not answered', '1004 63–68 answered'],
    'answered after 68: Agent e1004 rings for 20 secs.',
  ],
  [
    'waits, top down, for who is on break further down',
    tenant({}, {}, { status: 'On Break' }),
    {},
    ['1001 3–13 not answered'],
    'after 63: No agent of 8000 Queue 8000 answers within 1 min.',
  ],
  [
    'begins at the top again, top down, when who is further down is logged out',
    tenant({}, {}, out),
    {},
    ['1001 3–13 not answered', '1001 43–53 not answered'],
    'after 63: No agent of 8000 Queue 8000 answers within 1 min.',
  ],
]

const shown = ({ rings, ...path }: Path) =>
  rung({ rings, ...path }).map((ring, at) => `${ring} ${rings[at]?.outcome}`)

test.each(WAITS)('a call in a queue %s', (_, given, assumed, rings, then) => {
  const path = walk(snapshotOf(given), to('q8000'), assumed)
  const [{ seconds, taken } = { seconds: 0, taken: null }] = path.stages
  expect([shown(path), taken ? `after ${seconds}: ${reasonText(taken.reason)}` : endOf(path)]).toEqual([
    rings,
    then,
  ])
})

test('the key that leaves a queue is not passed on to the menu that follows', () => {
  const given: GivenSnapshot = {
    ...tenant({ exit_key: '*', timeout_destination_id: 'm7000' }, {}, {}),
    ivr_menus: [aMenu('7000')],
    ivr_menu_options: [anOption('m7000', '*', 'e1001'), anOption('m7000', '1', HANG_UP)],
  }
  const path = walk(snapshotOf(given), to('q8000'), { digits: ['*', '1'] })
  expect(path.stages.map(({ step }) => step.kind)).toEqual(['queue', 'menu', 'refuse'])
  expect(path.stages.map(({ taken }) => taken && reasonText(taken.reason))).toEqual([
    'The caller presses * to leave 8000 Queue 8000.',
    'The caller presses 1.',
    null,
  ])
})
