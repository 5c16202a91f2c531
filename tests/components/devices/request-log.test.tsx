import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { RequestLog } from '@/components/devices/request-log'
import { answer, open, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rows: [] as unknown[] }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ from: () => tableOf(() => answer(backend.rows)) }),
}))

const request = (account: string, status: number) => ({
  id: 'r1',
  requested_at: new Date().toISOString(),
  address: '203.0.113.9',
  agent: 'Yealink SIP-T54W',
  file: '805ec0112233.cfg',
  account,
  status,
  bytes: 0,
})

describe('a phone’s request for its files', () => {
  test.each([
    ['own', 200, 'Served'],
    ['own', 401, 'Wrong password'],
    ['own', 403, 'Disabled or suspended'],
    ['own', 429, 'Delayed after wrong passwords'],
    ['none', 401, 'Without the provisioning account'],
    ['other', 404, 'With another account'],
    ['own', 500, 'Status 500'],
  ])('with the account "%s" and status %d reads "%s"', async (account, status, text) => {
    backend.rows = [request(account, status)]
    open(<RequestLog deviceId="d1" />)
    expect(await screen.findByText(text)).toBeInTheDocument()
  })

  test('shows by itself while somebody waits for it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      backend.rows = []
      open(<RequestLog deviceId="d1" />)
      expect(
        await screen.findByText('The phone has not asked for its configuration yet.'),
      ).toBeInTheDocument()
      backend.rows = [request('own', 200)]
      await vi.advanceTimersByTimeAsync(3000)
      expect(await screen.findByText('Served')).toBeInTheDocument()
    } finally {
      vi.useRealTimers()
    }
  })
})
