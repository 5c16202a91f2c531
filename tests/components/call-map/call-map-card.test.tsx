import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallMapCard } from '@/components/call-map/call-map-card'
import type { CallMap } from '@/lib/telephony/map/call-map'
import { HANG_UP, snapshotOf } from '../../support/factories/snapshot'
import { anExtension, aNumber, aRule, aTimeCondition } from '../../support/factories/snapshot-rows'
import { open, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ fetchSnapshot: vi.fn(), fetchSnapshotVersion: vi.fn() }))
vi.mock('@/lib/tenants/snapshot-client', () => backend)
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/components/call-map/call-drawing', () => ({
  CallDrawing: ({ map }: { map: CallMap }) => <p>Drawn: {map.nodes.map(({ label }) => label).join(', ')}</p>,
}))

beforeEach(() => {
  backend.fetchSnapshotVersion.mockReset().mockResolvedValue(1)
  backend.fetchSnapshot.mockReset()
})

const show = () => open(<CallMapCard tenantId={TENANT.id} />).user
const tenant = { id: TENANT.id }

test('the overview leads to the call map, and draws it when asked to', async () => {
  backend.fetchSnapshot.mockResolvedValue(
    snapshotOf({
      tenant,
      dids: [aNumber('+12075550100', { destination_id: 't5000' })],
      time_conditions: [aTimeCondition('5000', { otherwise_destination_id: HANG_UP })],
      time_condition_rules: [aRule('t5000', 'e1001', { weekdays: [1] })],
      extensions: [anExtension('1001')],
    }),
  )
  const user = show()
  expect(screen.getByRole('link', { name: 'Open the call map' })).toHaveAttribute(
    'href',
    `/app/tenants/${TENANT.id}/call-map`,
  )
  expect(backend.fetchSnapshotVersion).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Show the drawing', expanded: false }))
  // Whatever the day.
  const drawn = await screen.findByText(/^Drawn: .*\(207\) 555-0100/)
  expect(drawn).toHaveTextContent('Extension 1001')
  expect(drawn).toHaveTextContent('Hang up')
  await user.click(screen.getByRole('button', { name: 'Hide the drawing', expanded: true }))
  expect(screen.queryByText(/^Drawn/)).not.toBeInTheDocument()
})

test('of a tenant without numbers there is nothing to draw, and that is said', async () => {
  backend.fetchSnapshot.mockResolvedValue(snapshotOf({ tenant }))
  const user = show()
  await user.click(screen.getByRole('button', { name: 'Show the drawing' }))
  expect(await screen.findByText(/There are none yet/)).toBeVisible()
})

test('a map with too many places is not drawn, and leads to where it can be narrowed', async () => {
  const dids = Array.from({ length: 700 }, (_, n) => aNumber(`+1207555${String(n).padStart(4, '0')}`))
  backend.fetchSnapshot.mockResolvedValue(snapshotOf({ tenant, dids }))
  const user = show()
  await user.click(screen.getByRole('button', { name: 'Show the drawing' }))
  expect(await screen.findByText(/^This is too much for one drawing/)).toBeVisible()
})
