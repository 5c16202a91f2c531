import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CallWhy } from '@/components/cdr/call-dialog'
import type { CallDetail } from '@/lib/cdr/call-list'
import { snapshotOf } from '../../support/factories/snapshot'
import { aMember, anExtension, aNumber, aRingGroup } from '../../support/factories/snapshot-rows'
import { open, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ fetchSnapshot: vi.fn(), fetchSnapshotVersion: vi.fn() }))
vi.mock('@/lib/tenants/snapshot-client', () => backend)
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))

const NUMBER = '+12075550107'
const CALL = {
  direction: 'inbound',
  status: 'answered',
  from_number: '+12075550199',
  to_number: NUMBER,
  did: NUMBER,
  extension: '1001',
  start_at: '2026-11-23T15:00:00Z',
} as unknown as CallDetail
const entry = (seconds: number, why: string, text: string, table: string, id: string, label: string) => ({
  at: new Date(Date.parse(CALL.start_at) + seconds * 1000).toISOString(),
  why,
  text,
  record: { table, id, label },
})

const why = (path: unknown) => {
  backend.fetchSnapshotVersion.mockResolvedValue(1)
  backend.fetchSnapshot.mockResolvedValue(
    snapshotOf({
      tenant: { id: TENANT.id },
      dids: [aNumber(NUMBER, { destination_id: 'g6000' })],
      ring_groups: [aRingGroup('6000')],
      ring_group_members: [aMember('g6000', 1, 'e1001')],
      extensions: [anExtension('1001')],
    }),
  )
  const call = { ...CALL, path }
  return open(<CallWhy tenantId={TENANT.id} zone="America/New_York" call={call} />)
}
const items = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('a call’s path is shown next to today’s, with the differences marked', async () => {
  why([
    entry(0, 'number routed', '(207) 555-0107 routes here.', 'dids', `d${NUMBER}`, '(207) 555-0107'),
    entry(2, 'flow state', '8000 Day and night is at Night.', 'call_flows', 'f8000', '8000 Day and night'),
  ])
  expect(await screen.findByRole('list', { name: 'Then' })).toBeVisible()
  expect(items('Then')).toEqual([
    expect.stringMatching(/0 s\(207\) 555-0107 routes here\. $/),
    expect.stringMatching(/2 s8000 Day and night is at Night\. Not today$/),
  ])
  expect(items('Today')).toEqual([
    expect.stringMatching(/routes here\. $/),
    expect.stringMatching(/6000 Group 6000 rings .* Not then$/),
    '1001 Desk 1001 answers.',
  ])
  expect(screen.getByRole('link', { name: '8000 Day and night' })).toHaveAttribute(
    'href',
    `/app/tenants/${TENANT.id}/routing/call-flows?record=f8000`,
  )
})

test('a call without a stored path says so, and can still be tested', async () => {
  why(null)
  expect(screen.getByText(/This call has no path/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Test this call' })).toHaveAttribute(
    'href',
    expect.stringContaining('at=2026-11-23T10%3A00'),
  )
  expect(backend.fetchSnapshot).not.toHaveBeenCalled()
})
