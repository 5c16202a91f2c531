import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DefaultRoutes } from '@/components/outbound/default-routes'
import { RouteOrder } from '@/components/outbound/route-order'
import { answer, open, refusal, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))

const notify = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/notify', () => ({ notify }))

const asked = (name: string) =>
  backend.rpc.mock.calls.filter(([called]) => called === name).map(([, given]) => given)

beforeEach(() => {
  notify.mockReset()
  backend.rpc.mockReset().mockImplementation(async () => answer(null))
})

const route = (id: string, position: number, matches: string, enabled = true) =>
  ({ id, position, tenant_id: TENANT.id, name: id, matches, pattern: null, enabled }) as Parameters<
    typeof RouteOrder
  >[0]['routes'][number]
const ROUTES = [
  route('Emergency', 10, 'emergency'),
  route('Local', 20, 'local'),
  route('Abroad', 30, 'international', false),
]

describe('the order of outbound routes', () => {
  const names = () =>
    within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map((item) => item.textContent)

  test('is changed with buttons, and saved as a whole', async () => {
    const onClose = vi.fn()
    const { user } = open(<RouteOrder routes={ROUTES} onClose={onClose} />)
    const save = screen.getByRole('button', { name: 'Save order' })
    expect(save).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Move Emergency up' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('button', { name: 'Move Abroad down' })).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('button', { name: 'Move Abroad up' }))
    expect(names()).toEqual(['EmergencyEmergency', 'AbroadInternational, off', 'LocalLocal'])
    expect(backend.rpc).not.toHaveBeenCalled()
    await user.click(save)
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(asked('order_outbound_routes')).toEqual([
      {
        tenant: TENANT.id,
        routes: [
          { id: 'Emergency', position: 10 },
          { id: 'Abroad', position: 30 },
          { id: 'Local', position: 20 },
        ],
      },
    ])
  })

  test('cannot be saved if it is back to the original', async () => {
    const { user } = open(<RouteOrder routes={ROUTES} onClose={vi.fn()} />)
    await user.click(screen.getByRole('button', { name: 'Move Local up' }))
    expect(screen.getByRole('button', { name: 'Save order' })).toBeEnabled()
    await user.click(screen.getByRole('button', { name: 'Move Local down' }))
    expect(screen.getByRole('button', { name: 'Save order' })).toBeDisabled()
  })

  test('can be changed with the keyboard: focus stays on the route’s button', async () => {
    const { user } = open(<RouteOrder routes={ROUTES} onClose={vi.fn()} />)
    screen.getByRole('button', { name: 'Move Emergency down' }).focus()
    await user.keyboard('{Enter}')
    expect(names()[1]).toMatch(/^Emergency/)
    expect(screen.getByRole('button', { name: 'Move Emergency down' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(names()[2]).toMatch(/^Emergency/)
    expect(screen.getByRole('button', { name: 'Move Emergency down' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(names()[2]).toMatch(/^Emergency/)
  })

  test('keeps the changes and stays open when saving fails', async () => {
    backend.rpc.mockImplementation(async () => refusal('42501', 'new row violates row-level security policy'))
    const onClose = vi.fn()
    const { user } = open(<RouteOrder routes={ROUTES} onClose={onClose} />)
    await user.click(screen.getByRole('button', { name: 'Move Abroad up' }))
    await user.click(screen.getByRole('button', { name: 'Save order' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Your role does not allow this.')
    expect(names()[1]).toMatch(/^Abroad/)
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('the standard routes', () => {
  const gateway = (id: string, may_carry_emergency: boolean) => ({
    id,
    name: `carrier-${id}`,
    number_format: 'e164',
    prefix: '',
    may_carry_emergency,
    enabled: true,
  })

  beforeEach(() => {
    const rows = Promise.resolve(answer([gateway('east', true), gateway('west', false)]))
    const query = Object.assign(rows, { select: () => query, order: () => query, range: () => query })
    backend.from.mockImplementation(() => query)
    const offered = ['east', 'west'].map((id) => ({ id, label: `carrier-${id}` }))
    backend.rpc.mockImplementation(async (name) => answer(name === 'offered_records' ? offered : 6))
  })

  test('require a gateway, and are added through it', async () => {
    const onClose = vi.fn()
    const { user } = open(<DefaultRoutes onClose={onClose} />)
    const add = screen.getByRole('button', { name: 'Add routes' })
    expect(add).toBeDisabled()
    await user.click(screen.getByRole('combobox', { name: /First gateway/ }))
    await user.click(await screen.findByRole('option', { name: 'carrier-east' }))
    await user.click(add)
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(asked('add_default_outbound_routes')).toEqual([
      { tenant: TENANT.id, gateway: 'east', second_gateway: undefined },
    ])
    expect(notify).toHaveBeenCalledWith('success', 'Added 6 outbound routes')
  })

  test('offer each gateway once, and warn if none of the chosen ones may carry 911', async () => {
    const { user } = open(<DefaultRoutes onClose={vi.fn()} />)
    await user.click(screen.getByRole('combobox', { name: /First gateway/ }))
    await user.click(await screen.findByRole('option', { name: 'carrier-west' }))
    expect(await screen.findByText(/^None of these gateways may carry emergency calls/)).toBeInTheDocument()
    await user.click(screen.getByRole('combobox', { name: /Second gateway/ }))
    await screen.findByRole('option', { name: 'carrier-east' })
    expect(screen.queryByRole('option', { name: 'carrier-west' })).toBeNull()
  })
})
