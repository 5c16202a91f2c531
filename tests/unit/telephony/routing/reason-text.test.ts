import { expect, test } from 'vitest'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { recordPath } from '@/lib/telephony/routing/record'

const desk = { table: 'extensions', id: 'e1001', label: '1001 Front desk' } as const
const route = { table: 'outbound_routes', id: 'o1', label: 'National' } as const

test('reasons are sentences that people say', () => {
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

test('a record is opened on its page by its id, a part on the page of what it belongs to', () => {
  expect(recordPath('t1', desk)).toBe('/app/tenants/t1/extensions?record=e1001')
  expect(recordPath('t1', { table: 'call_center_agents', id: 'a1' })).toBe(
    '/app/tenants/t1/routing/call-centers?tab=agents&record=a1',
  )
  expect(recordPath('t1', { table: 'ring_group_members', id: 'm1' })).toBe('/app/tenants/t1/ring-groups')
  expect(recordPath('t1', { table: 'tenants', id: 't1' })).toBe('/app/tenants/t1')
})
