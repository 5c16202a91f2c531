import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { UnknownPhones } from '@/components/devices/unknown-phones'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rows: [] as unknown[], failures: [] as unknown[] }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    from: (table: string) =>
      table === 'unknown_phones'
        ? { select: () => ({ or: () => tableOf(() => answer(backend.rows)) }) }
        : tableOf(() => answer(backend.failures)),
  }),
}))

const phone = (mac: string, given = {}) => ({
  id: mac,
  tenant_id: null,
  mac,
  requests: 3,
  last_requested_at: new Date().toISOString(),
  address: '203.0.113.9',
  agent: 'Yealink SIP-T54W',
  ...given,
})

describe('unknown phones', () => {
  test('are listed with vendor, number of requests and address, and can be added', async () => {
    backend.rows = [phone('80:5E:C0:00:00:01', { tenant_id: TENANT.id }), phone('02:00:00:00:00:01')]
    const added = vi.fn()
    const { user } = open(<UnknownPhones onAdd={added} onClose={vi.fn()} />)
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent('80:5E:C0:00:00:01Yealink')
    expect(first).toHaveTextContent('Signed in as this tenant')
    expect(first).toHaveTextContent('Requested 3 times, last just now from 203.0.113.9')
    expect(second).toHaveTextContent('Unknown vendor')
    await user.click(within(first as HTMLElement).getByRole('button', { name: /^Add to this tenant/ }))
    expect(added).toHaveBeenCalledWith({
      mac: '80:5E:C0:00:00:01',
      model: expect.objectContaining({ vendor: 'Yealink', name: 'T54W' }),
    })
  })

  test('include those that tried to register as an unknown extension', async () => {
    backend.rows = []
    const at = new Date().toISOString()
    backend.failures = [
      { id: 'a', account: '1999', address: '203.0.113.9', agent: 'Snom D785', attempts: 12, failed_at: at },
    ]
    open(<UnknownPhones onAdd={vi.fn()} onClose={vi.fn()} />)
    expect(await screen.findByRole('heading', { name: 'Without an extension' })).toBeInTheDocument()
    expect(screen.getByRole('listitem')).toHaveTextContent(
      '1999Tried 12 times, last just now from 203.0.113.9Snom D785',
    )
    expect(screen.queryByRole('heading', { name: 'Without a device' })).not.toBeInTheDocument()
    backend.failures = []
  })

  test('are read-only for users who may not add devices', async () => {
    backend.rows = [phone('80:5E:C0:00:00:01')]
    open(<UnknownPhones onClose={vi.fn()} />)
    await screen.findByText('80:5E:C0:00:00:01')
    expect(screen.queryByRole('button', { name: /^Add/ })).not.toBeInTheDocument()
  })

  test('show what to do while there are none', async () => {
    backend.rows = []
    open(<UnknownPhones onClose={vi.fn()} />)
    expect(await screen.findByText('No unknown phones')).toBeInTheDocument()
  })
})
