import { expect, test } from 'vitest'
import type { Reason } from '@/lib/telephony/routing/reason'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { recordPath } from '@/lib/telephony/routing/record'

const desk = { table: 'extensions', id: 'e1001', label: '1001 Front desk' } as const
const route = { table: 'outbound_routes', id: 'o1', label: 'National' } as const

test('reasons read as natural sentences', () => {
  expect(
    [
      reasonText({ why: 'forwarded', record: desk, case: 'not registered' }),
      reasonText({ why: 'too many calls', record: desk, calls: 1 }),
      reasonText({ why: 'suspended', record: desk }),
      reasonText({
        why: 'route taken',
        record: route,
        number: '+12075550142',
        gateways: [
          { name: 'east', sent: '12075550142' },
          { name: 'west', sent: '12075550142' },
          { name: 'south', sent: '2075550142' },
        ],
      }),
      reasonText({ why: 'emergency notification', record: desk, emails: [] }),
    ].join('\n'),
  ).toBe(`1001 Front desk forwards calls when it has no phone registered.
Extension 1001 Front desk already has 1 call, its limit.
Extension 1001 Front desk is suspended.
National takes (207) 555-0142 and sends 12075550142 to east, then west, then 2075550142 to south.
Nobody is notified of the 911 call.`)
})

test('a record links to its own page by id, a child row to its parent’s page', () => {
  expect(recordPath('t1', desk)).toBe('/app/tenants/t1/extensions?record=e1001')
  expect(recordPath('t1', { table: 'call_center_agents', id: 'a1' })).toBe(
    '/app/tenants/t1/routing/call-centers?tab=agents&record=a1',
  )
  expect(recordPath('t1', { table: 'ring_group_members', id: 'm1' })).toBe('/app/tenants/t1/ring-groups')
  expect(recordPath('t1', { table: 'tenants', id: 't1' })).toBe('/app/tenants/t1')
})

const number = { table: 'dids', id: 'd1', label: '(207) 555-0100' } as const
const menu = { table: 'ivr_menus', id: 'm1', label: '7000 Menu' } as const
const queue = { table: 'call_center_queues', id: 'q1', label: '8000 Queue' } as const
const pages = { table: 'paging_groups', id: 'w1', label: '4000 Page' } as const
const when = { record: number, zone: 'America/New_York' } as const

test.each<[Reason, string]>([
  [
    { why: 'number overridden', ...when, until: '2026-11-22T22:00:00Z' },
    '(207) 555-0100 sends all calls here until Nov 22, 2026, 5:00 PM.',
  ],
  [
    { why: 'number overridden', ...when, until: '' },
    '(207) 555-0100 sends all calls here until an unknown time.',
  ],
  [{ why: 'not for calls', record: number, text: false }, '(207) 555-0100 takes no calls.'],
  [{ why: 'not for calls', record: number, text: true }, '(207) 555-0100 takes text messages but no calls.'],
  [
    { why: 'blocked', record: number, action: 'unheard of', match: 'anonymous', number: '' },
    'Call block for withheld numbers rejects the call.',
  ],
  [
    { why: 'follow me rings', record: desk, target: 'Extension 1002', after: 0, seconds: 20 },
    'Extension 1002 rings with 1001 Front desk, for 20 secs.',
  ],
  [
    { why: 'follow me rings', record: desk, target: 'Extension 1002', after: 5, seconds: 20 },
    'Extension 1002 rings with 1001 Front desk after 5 secs, for 20 secs.',
  ],
  [
    { why: 'group rings', record: pages, strategy: 'unheard of', phones: 2, seconds: 20 },
    '4000 Page rings 2 phones , for 20 secs at most.',
  ],
  [{ why: 'menu asks', record: menu, options: 2, directDial: false }, '7000 Menu offers 2 options.'],
  [
    { why: 'queue waits', record: queue, strategy: 'ring-all', agents: 1 },
    'The caller waits in 8000 Queue for one of 1 agent.',
  ],
  [
    { why: 'queue waits', record: queue, strategy: 'ring-all', agents: 2 },
    'The caller waits in 8000 Queue for one of 2 agents.',
  ],
  [{ why: 'queue timeout', record: queue, seconds: 0 }, '8000 Queue lets callers wait without end.'],
  [{ why: 'queue without agents', record: queue, seconds: 0 }, 'Nobody is signed in to 8000 Queue.'],
  [{ why: 'room waits', record: pages }, 'Until a moderator comes, callers in 4000 Page hear music.'],
  [
    { why: 'group is paged', record: pages, phones: 1, twoWay: true },
    '1 phone of 4000 Page answers by itself, and the caller talks with it.',
  ],
  [
    { why: 'group is paged', record: pages, phones: 2, twoWay: false },
    'The caller speaks from 2 phones of 4000 Page, which answer by themselves.',
  ],
  [
    { why: 'caller ID of the number called', record: number, number: '+12075550100' },
    'The caller ID is (207) 555-0100, the number that was called.',
  ],
  [
    { why: 'emergency address', record: number, address: '', location: 'Floor 2' },
    'The dispatcher gets Floor 2.',
  ],
  [
    { why: 'emergency address', record: number, address: '1 Main Street', location: '' },
    'The dispatcher gets 1 Main Street.',
  ],
  [
    { why: 'emergency address', record: number, address: '', location: '' },
    'The dispatcher gets no address and no location.',
  ],
  [{ why: 'too many steps', record: desk, steps: 100 }, 'The call passed 100 places without an end.'],
])('%o reads as a sentence', (reason, sentence) => {
  expect(reasonText(reason)).toBe(sentence)
})

test('an unknown reason throws', () => {
  expect(() => reasonText({ why: 'toString' } as never)).toThrow('toString is not a reason.')
})
