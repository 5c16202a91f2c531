import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { TestNumber } from '@/components/outbound/test-number'
import type { OutboundPlan } from '@/hooks/use-outbound-routes'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { aBlockRule, aGateway, anExtension, aNumber, aRoute } from '@/tests/support/factories/snapshot-rows'
import { open } from '../records/fake-backend'

const desk = vi.hoisted(() => ({ data: undefined as undefined | { toll_class: string } }))
const configuration = vi.hoisted(() => ({ data: undefined as TenantSnapshot | undefined }))
vi.mock('@/hooks/use-outbound-routes', () => ({ useDialingExtension: () => desk }))
vi.mock('@/hooks/use-snapshot', () => ({ useSnapshot: () => configuration }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

type Route = OutboundPlan['routes'][number]

const route = (name: string, matches: string, given: Partial<Route> = {}): Route => ({
  id: name,
  tenant_id: 'tenant',
  name,
  matches,
  pattern: null,
  toll_class: matches,
  gateway_1_id: 'east',
  gateway_2_id: null,
  gateway_3_id: null,
  strip_digits: 0,
  prefix: '',
  position: 10,
  caller_id_did_id: null,
  concurrent_limit: null,
  enabled: true,
  description: '',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  version: 1,
  ...given,
})

const gateway = (id: string, number_format: string) => ({
  id,
  name: id,
  number_format,
  prefix: '',
  may_carry_emergency: true,
  enabled: true,
})

const plan: OutboundPlan = {
  routes: [
    route('911', 'emergency'),
    route('Across the country', 'national', {
      gateway_2_id: 'west',
      caller_id_did_id: 'main',
    }),
    route('Abroad', 'international', { enabled: false }),
  ],
  gateways: new Map([
    ['east', gateway('east', 'national_with_1')],
    ['west', gateway('west', 'e164')],
  ]),
  numbers: new Map([['main', '+12075550107']]),
  areaCode: undefined,
  callerId: undefined,
}

const result = () => screen.getByText('Dialed').closest('.grid')?.querySelector('[role=status]')

afterEach(() => {
  desk.data = undefined
})

describe('the outbound number test', () => {
  test('shows the route, the number sent, the gateways in order and the caller ID', async () => {
    render(<TestNumber plan={plan} />)
    await userEvent.type(screen.getByLabelText('Dialed'), '(208) 555-0142')
    expect(screen.getByRole('status')).toHaveTextContent(
      'Across the country sends 12085550142 to east, then +12085550142 to west, as (207) 555-0107.',
    )
  })

  test('shows the way of an emergency call that is dialed with a digit which a route takes off', async () => {
    const nines = route('Outside line', 'pattern', {
      pattern: '^9[0-9]+$',
      strip_digits: 1,
      toll_class: 'local',
    })
    render(<TestNumber plan={{ ...plan, routes: [nines, ...plan.routes] }} />)
    await userEvent.type(screen.getByLabelText('Dialed'), '9911')
    expect(screen.getByRole('status')).toHaveTextContent(
      'A route makes 911 of 9911, so it is an emergency call unless it is an internal number.911 sends 911 to east, as the extension’s emergency caller ID.',
    )
  })

  test('shows that an emergency call leaves by the only route, which does not take its number itself', async () => {
    const nines = route('Outside line', 'pattern', { pattern: '^9[0-9]{3,}$', strip_digits: 1 })
    render(<TestNumber plan={{ ...plan, routes: [nines] }} />)
    await userEvent.type(screen.getByLabelText('Dialed'), '9911')
    expect(screen.getByRole('status')).toHaveTextContent(/Outside line sends 911 to/)
  })

  test.each([
    ['the emergency route', [route('911', 'emergency', { caller_id_did_id: 'main' })]],
    [
      'a route for all numbers',
      [route('All', 'pattern', { pattern: '^[0-9]+$', toll_class: 'local', caller_id_did_id: 'main' })],
    ],
  ])(
    'shows that an emergency call is sent with the phone’s number, not with that of %s',
    async (_what, routes) => {
      render(<TestNumber plan={{ ...plan, routes }} />)
      await userEvent.type(screen.getByLabelText('Dialed'), '911')
      expect(screen.getByRole('status')).toHaveTextContent('as the extension’s emergency caller ID.')
    },
  )

  /** The tenant of extension 1001, on whose own phone numbers are dialed. */
  const dialing = (given: Parameters<typeof anExtension>[1], more: Parameters<typeof snapshotOf>[0] = {}) => {
    desk.data = { toll_class: 'national' }
    const tenantsGateway = aGateway('east', { may_carry_emergency: true })
    const routes = [
      aRoute('emergency', { gateway_1_id: tenantsGateway.id }),
      aRoute('national', { gateway_1_id: tenantsGateway.id }),
    ]
    configuration.data = snapshotOf({
      extensions: [anExtension('1001', { toll_class: 'national', ...given })],
      gateways: [tenantsGateway],
      outbound_routes: routes,
      dids: [aNumber('+12075550107', { id: 'main' }), aNumber('+12075550108', { id: 'registered' })],
      ...more,
    })
    const ways = [route('911', 'emergency'), route('Across the country', 'national')]
    return open(<TestNumber plan={{ ...plan, routes: ways }} from="e1001" />).user
  }

  test.each([
    [{ emergency_did_id: 'registered', outbound_did_id: 'main' }, 'as (207) 555-0108.'],
    [{ emergency_did_id: null, outbound_did_id: 'main' }, 'as (207) 555-0107.'],
    [{ emergency_did_id: null, outbound_did_id: null }, 'without a caller ID: 911 cannot call back.'],
  ])('shows the number that an emergency call of an extension with %o is sent with', async (own, shown) => {
    const user = dialing(own)
    await user.type(screen.getByLabelText('Dialed'), '911')
    await waitFor(() => expect(result()).toHaveTextContent(`911 sends 911 to east, ${shown}`))
  })

  test.each([
    [{ outbound_did_id: 'main' }, {}, 'as (207) 555-0107.'],
    [{}, {}, 'without a caller ID: the call is anonymous.'],
    [{ suspended: true }, {}, 'The call does not leave. Extension 1001 Desk 1001 is suspended.'],
    [{ enabled: false }, {}, 'The call does not leave. Extension 1001 Desk 1001 is disabled.'],
    [
      {},
      { call_block_rules: [aBlockRule('+12085550142', { direction: 'outbound' })] },
      'The call does not leave. Call block for (208) 555-0142 rejects the call.',
    ],
    [{}, { dids: [aNumber('+12085550142', { destination_id: 'e1001' })] }, 'The call stays inside.'],
  ])('shows what a call of an extension with %o in a tenant with %o reaches', async (own, more, shown) => {
    const user = dialing(own, more)
    await user.type(screen.getByLabelText('Dialed'), '2085550142')
    await waitFor(() => expect(result()).toHaveTextContent(shown))
  })

  test('explains why a call does not leave', async () => {
    render(<TestNumber plan={plan} />)
    const dialed = screen.getByLabelText('Dialed')
    await userEvent.type(dialed, '+44 20 7946 0018')
    expect(screen.getByRole('status')).toHaveTextContent('Abroad matches 011442079460018: switched off.')
    await userEvent.clear(dialed)
    await userEvent.type(dialed, '2085550142')
    await userEvent.selectOptions(screen.getByLabelText('From a phone that may dial'), 'local')
    expect(screen.getByRole('status')).toHaveTextContent('not allowed for this phone')
    await userEvent.clear(dialed)
    await userEvent.type(dialed, '4711')
    expect(screen.getByRole('status')).toHaveTextContent('No route matches 4711.')
  })

  test('rejects a number that cannot be dialed', async () => {
    render(<TestNumber plan={plan} />)
    await userEvent.type(screen.getByLabelText('Dialed'), 'reception')
    expect(screen.getByText('This number cannot be dialed.')).toBeVisible()
  })
})
