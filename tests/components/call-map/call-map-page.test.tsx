import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CallMapPage } from '@/components/call-map/call-map-page'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { HANG_UP, snapshotOf } from '../../support/factories/snapshot'
import { anExtension, aNumber, aRule, aTimeCondition } from '../../support/factories/snapshot-rows'
import { open, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ fetchSnapshot: vi.fn(), fetchSnapshotVersion: vi.fn() }))
vi.mock('@/lib/tenants/snapshot-client', () => backend)
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))

/** A tenant with so many numbers, which ring a desk on weekdays and hang up otherwise. */
const withNumbers = (count: number) =>
  snapshotOf({
    tenant: { id: TENANT.id },
    dids: Array.from({ length: count }, (_, n) => aNumber(`+1207555010${n}`, { destination_id: 't5000' })),
    time_conditions: [aTimeCondition('5000', { otherwise_destination_id: HANG_UP })],
    time_condition_rules: [aRule('t5000', 'e1001', { weekdays: [1, 2, 3, 4, 5] })],
    extensions: [anExtension('1001')],
  })
const answering = (snapshot: TenantSnapshot) => {
  backend.fetchSnapshotVersion.mockResolvedValue(1)
  backend.fetchSnapshot.mockResolvedValue(snapshot)
}
const itemOf = (label: string) => {
  const named = screen.getByText(label).closest('li')
  if (!named) throw new Error(`${label} is in no list.`)
  return within(named)
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  backend.fetchSnapshot.mockReset()
  backend.fetchSnapshotVersion.mockReset()
})

describe('the call map', () => {
  test('shows the path from a number through every record to where calls end', async () => {
    answering(withNumbers(1))
    open(<CallMapPage />, '?at=2026-11-23T10:00')
    const map = await screen.findByRole('list', { name: 'From (207) 555-0100' })
    expect(within(map).getByRole('link', { name: 'Extension 1001 Desk 1001' })).toHaveAttribute(
      'href',
      `/app/tenants/${TENANT.id}/extensions?record=e1001`,
    )
    expect(itemOf('End of the call').getByText('Not now')).toBeVisible()
    expect(itemOf('End of the call').getByText('Ends unanswered')).toBeVisible()
  })

  test('marks what does not apply at the chosen time', async () => {
    answering(withNumbers(1))
    const { user } = open(<CallMapPage />, '?at=2026-11-23T10:00')
    const moment = await screen.findByLabelText('Date and time')
    await user.clear(moment)
    expect(await screen.findByText(/Enter a date and time that exist/)).toBeVisible()
    await user.type(moment, '2026-11-22T10:00')
    await waitFor(() => expect(itemOf('Extension 1001 Desk 1001').getByText('Not now')).toBeVisible())
    expect(itemOf('End of the call').queryByText('Not now')).not.toBeInTheDocument()
  })

  test('starts collapsed when there are many numbers', async () => {
    answering(withNumbers(5))
    const { user } = open(<CallMapPage />)
    const number = await screen.findByRole('button', { name: '(207) 555-0103' })
    expect(number).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('list', { name: /^From/ })).not.toBeInTheDocument()
    await user.click(number)
    expect(screen.getByRole('list', { name: 'From (207) 555-0103' })).toBeVisible()
  })

  test('says when there are no numbers', async () => {
    answering(snapshotOf({ tenant: { id: TENANT.id } }))
    open(<CallMapPage />)
    expect(await screen.findByText('No numbers yet')).toBeVisible()
  })
})
