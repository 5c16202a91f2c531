import { describe, expect, test } from 'vitest'
import { parseRecord } from '@/lib/cdr/parse-record'
import type { Reasons } from '@/lib/telephony/routing/reason'
import { type SwitchCall, switchRecord } from '../../support/switch-record'

type Why = keyof Reasons

const RECORD = { table: 'ring_groups', id: '4f1f3a2e-9a51-4c42-8a0e-0d4e9a6b7c11', label: '6000 Sales' }
/** What the sentences of the reasons need. */
const DATA = {
  ...{ strategy: 'simultaneous', phones: 1, seconds: 30, options: 1, agents: 1, case: 'busy', email: null },
  ...{ number: '+12075550142', gateways: [], action: 'hangup', match: 'exact', code: '*97', digits: '5901' },
  ...{ recipients: 1, calls: 5 },
}
/** A call, answered by the switch after 4 seconds, whose path ends so. */
const ended = (why: Why, call: SwitchCall = {}) => {
  const path = [{ at: Date.now() - 60_000, reason: { why, record: RECORD, ...DATA } }]
  const variables = { trunkline_path: JSON.stringify(path), ...call.variables }
  const parsed = parseRecord(switchRecord({ talkSeconds: 20, ...call, variables }))
  expect(parsed.path?.map((step) => step.why)).toEqual([why])
  const { status, answer_at, start_at, ring_seconds, talk_seconds, duration } = parsed
  const taken = answer_at && (Date.parse(answer_at) - Date.parse(start_at)) / 1000
  return { status, taken, ring_seconds, talk_seconds, duration }
}

describe('a call that the switch has answered', () => {
  test.each<[Why, SwitchCall]>([
    ['extension rings', {}],
    ['nobody takes over', { cause: 'NO_ANSWER' }],
    ['group rings', {}],
    ['group gives up', {}],
    ['group has nobody', {}],
    ['group hangs up', { cause: 'NO_ANSWER' }],
    ['menu asks', {}],
    ['menu hangs up', {}],
    ['queue waits', {}],
    ['queue timeout', {}],
    ['queue without agents', {}],
    ['queue hangs up', {}],
    ['route taken', { cause: 'NO_ANSWER' }],
  ])('is missed if it is connected with nobody and its path ends as: %s', (why, call) => {
    const missed = { status: 'missed', taken: null, ring_seconds: 24, talk_seconds: 0, duration: 24 }
    expect(ended(why, call)).toEqual(missed)
  })

  test.each<[string, Why, SwitchCall]>([
    ['busy', 'nobody takes over', { cause: 'USER_BUSY' }],
    ['busy', 'too many calls', { cause: 'USER_BUSY' }],
    ['failed', 'gateways failed', { cause: 'NORMAL_TEMPORARY_FAILURE' }],
    ['failed', 'room asks for a PIN', { cause: 'CALL_REJECTED' }],
    ['failed', 'blocked', { cause: 'NORMAL_CLEARING' }],
  ])('is %s if it is connected with nobody and its path ends as: %s', (status, why, call) => {
    expect(ended(why, call)).toMatchObject({ status, taken: null, talk_seconds: 0 })
  })

  test.each<Why>(['extension rings', 'group rings', 'queue waits', 'route taken'])(
    'is answered from the moment it is connected if its path ends as: %s',
    (why) => {
      const answered = { status: 'answered', taken: 15, ring_seconds: 15, talk_seconds: 9, duration: 24 }
      expect(ended(why, { connectedAfter: 11 })).toEqual(answered)
    },
  )

  test.each<[string, Why]>([
    ['answered', 'plays'],
    ['answered', 'room joined'],
    ['answered', 'room left'],
    ['answered', 'group is paged'],
    ['answered', 'fax is received'],
    ['answered', 'fax was received'],
    ['answered', 'feature code'],
    ['answered', 'feature done'],
    ['answered', 'call park'],
    ['voicemail', 'voicemail takes'],
    ['voicemail', 'message left'],
  ])('is %s from then on if its path ends as: %s', (status, why) => {
    expect(ended(why)).toEqual({ status, taken: 4, ring_seconds: 4, talk_seconds: 20, duration: 24 })
  })

  test('is answered no earlier than by the switch, although a carrier’s ringing was heard before', () => {
    expect(ended('route taken', { connectedAfter: -3 })).toMatchObject({ status: 'answered', taken: 4 })
  })

  test('is answered by it if the record has no path', () => {
    const { status, talk_seconds } = parseRecord(switchRecord({ talkSeconds: 20 }))
    expect([status, talk_seconds]).toEqual(['answered', 20])
  })
})

describe('a call that the switch has not answered', () => {
  test.each<[string, Why, string]>([
    ['missed', 'nobody takes over', 'NO_ANSWER'],
    ['cancelled', 'extension rings', 'ORIGINATOR_CANCEL'],
    ['busy', 'blocked', 'USER_BUSY'],
    ['failed', 'blocked', 'CALL_REJECTED'],
  ])('is %s if its path ends as: %s, for %s', (status, why, cause) => {
    expect(ended(why, { talkSeconds: undefined, cause })).toMatchObject({ status, taken: null })
  })
})

test('a leg is charged from its answer, even if nobody was connected', () => {
  const variables = { originating_leg_uuid: 'another' }
  expect(ended('queue waits', { variables })).toMatchObject({ taken: 4, talk_seconds: 20 })
})
