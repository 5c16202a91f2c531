import { expect, test } from 'vitest'
import { lastChange, statusAt } from '@/lib/telephony/agent-hours'
import type { AgentStatus } from '@/lib/telephony/next-agent'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import {
  anAgent,
  anExtension,
  aQueue,
  aRule,
  aTier,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { ask, to } from './routing/routing-helpers'
import { schedule } from './schedules'

const WEEKDAYS = [1, 2, 3, 4, 5]
/** Open from 9 to 5 in New York, on Mondays to Fridays. */
const HOURS = {
  ...schedule('America/New_York', {
    name: 'Office hours',
    weekdays: WEEKDAYS,
    time_ranges: [[540, 1020]],
  }),
  otherwise_destination_id: 'hangup',
}
const at = (moment: string) => Date.parse(`2026-03-${moment}:00-05:00`)

test.each<[string, AgentStatus, string, string, AgentStatus]>([
  ['opens', 'Logged Out', '03T08:00', '03T09:00', 'Available'],
  ['closes', 'Available', '03T09:00', '03T17:00', 'Logged Out'],
  ['closes during a break', 'On Break', '03T12:00', '03T17:00', 'Logged Out'],
  ['has not opened', 'Logged Out', '03T08:00', '03T08:59', 'Logged Out'],
  ['is open after they signed out by hand', 'Logged Out', '03T12:00', '03T16:59', 'Logged Out'],
  ['is open while they are on a break', 'On Break', '03T12:00', '03T16:59', 'On Break'],
  ['is closed after they signed in by hand', 'Available', '03T18:00', '04T08:00', 'Available'],
  ['opens after they signed in by hand', 'Available', '03T18:00', '04T10:00', 'Available'],
  ['has closed and reopened since they went on a break', 'On Break', '03T12:00', '04T10:00', 'Available'],
  ['stays closed over the weekend', 'Logged Out', '06T17:00', '08T12:00', 'Logged Out'],
  ['opens the day after', 'Logged Out', '03T18:00', '04T10:00', 'Available'],
  ['has opened and closed since they signed in early', 'Available', '03T08:00', '04T08:00', 'Logged Out'],
])('an agent whose office %s, having been %s since %s, is at %s %s', (_, status, set, moment, expected) => {
  expect(statusAt({ status, setAt: at(set) }, HOURS, at(moment))).toBe(expected)
  // The same by the last change since before it was set, which is computed once for all agents with these hours.
  const changed = lastChange(HOURS, at('01T00:00'), at(moment))
  expect(statusAt({ status, setAt: at(set) }, HOURS, at(moment), changed)).toBe(expected)
})

test('an agent’s hours change nothing at a moment before their status was set, though clocks show a later time then', () => {
  // On November 1, 2026 clocks in New York show 1:00 to 2:00 twice.
  const night = schedule('America/New_York', { name: 'Night', time_ranges: [[90, 600]] })
  const [first, second] = [Date.parse('2026-11-01T01:50:00-04:00'), Date.parse('2026-11-01T01:10:00-05:00')]
  expect(statusAt({ status: 'Logged Out', setAt: second }, night, first)).toBe('Logged Out')
})

test('a queue offers calls to agents during their office hours', () => {
  const snapshot = snapshotOf({
    tenant: { time_zone: HOURS.zone },
    extensions: [anExtension('1001')],
    call_center_queues: [aQueue('8000')],
    call_center_agents: [
      anAgent('e1001', {
        status: 'Logged Out',
        status_changed_at: '2026-03-01T12:00:00Z',
        time_condition_id: 't5000',
      }),
    ],
    call_center_tiers: [aTier('q8000', 'a-e1001')],
    time_conditions: [aTimeCondition('5000')],
    time_condition_rules: [aRule('t5000', 'e1001', { weekdays: WEEKDAYS, time_ranges: [[540, 1020]] })],
  })
  const statusIn = (moment: number) =>
    ask(snapshot, 'queue', to('q8000'), undefined, moment).members[0]?.status
  expect(statusIn(at('03T10:00'))).toBe('Available')
  expect(statusIn(at('03T20:00'))).toBe('Logged Out')
})
