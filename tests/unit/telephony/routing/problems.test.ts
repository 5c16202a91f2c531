import { describe, expect, test } from 'vitest'
import { problems } from '@/lib/telephony/routing/problems'
import { HANG_UP } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aCondition,
  aFlow,
  aMenu,
  anOption,
  anOutsideDestination,
  aNumber,
  aRingGroup,
  aRule,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { NUMBER, TUESDAY } from './routing-helpers'
import { DID, found, tenant, texts } from './sound-tenant'

test('a correctly configured tenant has no problems', () => {
  expect(problems(tenant(), TUESDAY)).toEqual([])
})

test('a problem links to where to fix it, and has a stable key', () => {
  const [problem] = found({ ring_groups: [aRingGroup('6000')] }, 'group-has-nobody')
  expect(problem).toMatchObject({
    severity: 'error',
    href: '/app/tenants/tenant/ring-groups?record=g6000&part=ring_group_members',
    key: 'group-has-nobody ring_groups g6000',
  })
})

describe('routes', () => {
  test('to disabled or missing destinations are dead ends', () => {
    expect(
      texts(
        {
          dids: [
            aNumber(NUMBER, { destination_id: 'g6000' }),
            aNumber('+12075550101', { destination_id: 'gone' }),
          ],
          ring_groups: [aRingGroup('6000', { enabled: false })],
        },
        'leads-nowhere',
      ).sort(),
    ).toEqual([
      'error: The number (207) 555-0100 leads nowhere: Ring group 6000 Group 6000 is disabled.',
      'error: The number (207) 555-0101 leads nowhere: The destination no longer exists.',
    ])
  })

  test('that apply only at other times are warnings', () => {
    const given = {
      time_conditions: [aTimeCondition('5000', { otherwise_destination_id: 'e1001' })],
      time_condition_rules: [aRule('t5000', 'g6000', { weekdays: [0] })],
      ring_groups: [aRingGroup('6000', { enabled: false })],
    }
    expect(found(given, 'leads-nowhere').map(({ severity }) => severity)).toEqual(['warning'])
  })

  test('to an outside number that no outbound route takes are dead ends', () => {
    const outside = anOutsideDestination('+442079460018')
    expect(
      texts(
        { destinations: [outside], dids: [aNumber(NUMBER, { destination_id: outside.id })] },
        'leads-nowhere',
      ),
    ).toEqual(['error: The number (207) 555-0100 leads nowhere: No outbound route takes +442079460018.'])
  })

  test('that were entered by hand cannot be checked', () => {
    const byHand = {
      id: 'hand',
      kind: 'unknown',
      record_id: null,
      number: 'lua:own.lua',
      name: '',
      enabled: true,
    }
    expect(
      texts({ destinations: [byHand], dids: [aNumber(NUMBER, { destination_id: 'hand' })] }, 'set-by-hand'),
    ).toEqual([
      'notice: The number (207) 555-0100 leads to “lua:own.lua”, which was set by hand and cannot be checked.',
    ])
  })

  test('in a loop are reported once, as a warning if the loop is not closed at the moment', () => {
    const circle = (state: string) =>
      found(
        {
          call_flows: [
            aFlow('3000', { state, normal_destination_id: 't5000', alternate_destination_id: HANG_UP }),
          ],
          time_conditions: [aTimeCondition('5000', { otherwise_destination_id: 'f3000' })],
        },
        'loop',
      ).map(({ severity, text }) => [severity, text])
    const names = 'the call flow 3000 Flow 3000 and the time condition 5000 Hours 5000'
    expect(circle('normal')).toEqual([
      ['error', `A call that nobody answers loops: ${names}. It is cut off when it comes back.`],
    ])
    expect(circle('alternate')).toEqual([
      ['warning', `At some moments a call would loop: ${names}. It is cut off when it comes back.`],
    ])
  })

  test('back to a menu by a key are not a loop', () => {
    const given = {
      ivr_menus: [aMenu('7000', { exit_destination_id: 'e1001' })],
      ivr_menu_options: [anOption('m7000', '*', 'm7000')],
    }
    expect(found(given, 'loop')).toEqual([])
  })
})

describe('numbers', () => {
  test('without a route, in transit, or with an expired override are reported', () => {
    const given = {
      dids: [
        aNumber(NUMBER, { override_destination_id: 'e1001', override_until: '2026-03-01T00:00:00Z' }),
        aNumber('+12075550101', { status: 'porting_out', carrier: 'Bandwidth', destination_id: 'e1001' }),
        aNumber('+12075550102', { enabled: false }),
        aNumber('+12075550103', { status: 'porting_in' }),
      ],
    }
    expect(texts(given, 'number-unrouted')).toEqual([
      'error: Calls to (207) 555-0100 are refused: it has no route.',
      'warning: Calls to (207) 555-0103 are refused: it has no route.',
    ])
    expect(found(given, 'override-over')).toHaveLength(1)
    expect(texts(given, 'number-in-transit')).toEqual([
      'notice: (207) 555-0101 is porting out (Bandwidth): calls may not come in here.',
      'notice: (207) 555-0103 is porting in: calls may not come in here.',
    ])
  })

  test('of a suspended tenant are counted, with the day in its time zone', () => {
    expect(
      texts(
        {
          tenant: { status: 'suspended', suspended_at: '2026-02-01T00:00:00Z', suspension_reason: 'Unpaid' },
        },
        'tenant-suspended',
      ),
    ).toEqual([
      'notice: The tenant is suspended since Jan 31, 2026 (Unpaid), and its number still takes calls.',
    ])
  })

  test('with a condition that an earlier one shadows are reported', () => {
    const given = {
      did_conditions: [
        aCondition(DID, { position: 1, match: 'prefix', caller: '+1207', destination_id: 'e1001' }),
        aCondition(DID, { position: 2, match: 'exact', caller: '+12075550199', destination_id: 'e1001' }),
        aCondition(DID, { position: 3, match: 'exact', caller: '+13035550100', destination_id: 'e1001' }),
      ],
    }
    expect(texts(given, 'condition-never-applies')).toEqual([
      'warning: The condition for (207) 555-0199 on (207) 555-0100 never applies: the one for +1207… above it takes these callers.',
    ])
  })

  test('blocked by an expired rule are reported', () => {
    const rules = [aBlockRule('+12075550199', { expires_at: '2026-03-01T00:00:00Z' })]
    expect(found({ call_block_rules: rules }, 'block-rule-expired')).toHaveLength(1)
  })
})
