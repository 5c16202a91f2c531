import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { EmergencyReadiness } from '@/components/tenant-settings/emergency-readiness'
import type { EmergencySituation } from '@/lib/telephony/emergency-readiness'
import { answer, open, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))

const extension = (number: number) => ({
  id: `e${number}`,
  extension: String(number),
  name: '',
  enabled: true,
  location: 'Room 1',
  emergencyDidId: 'd1',
})
const ready: EmergencySituation = {
  notificationEmails: ['front@desk.example'],
  outboundRoutes: [
    {
      name: 'Emergency',
      enabled: true,
      matches: 'emergency',
      pattern: null,
      strip_digits: 0,
      prefix: '',
      position: 100,
      carriesEmergency: true,
    },
  ],
  extensions: [extension(1001)],
  devices: [{ id: 'p1', label: 'Front door', enabled: true, location: 'Lobby', extensionIds: [] }],
  dids: [
    {
      id: 'd1',
      number: '+12075550107',
      state: 'confirmed',
      reason: '',
      emergencyAddressId: 'a1',
      enabled: true,
      leaving: false,
      voice: true,
      routed: true,
      callBack: true,
    },
  ],
  addresses: [{ id: 'a1', label: 'Main office', validatedAt: '2026-01-01T00:00:00Z' }],
}

let situation: () => unknown
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  situation = () => answer(ready)
  backend.rpc.mockReset().mockImplementation(async () => situation())
})

describe('the 911 readiness panel', () => {
  test('says when nothing is missing', async () => {
    open(<EmergencyReadiness />)
    expect(await screen.findByText('Ready')).toBeVisible()
    expect(screen.getAllByRole('heading', { name: /^Met:/ })).toHaveLength(5)
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })

  test('counts what needs fixing, with links', async () => {
    situation = () =>
      answer({
        ...ready,
        notificationEmails: [],
        extensions: [{ ...extension(1001), location: '' }],
      })
    open(<EmergencyReadiness />)
    expect(await screen.findByText('2 of 5 to fix')).toBeVisible()
    expect(screen.getAllByRole('heading', { name: /^To fix:/ })).toHaveLength(2)
    expect(screen.getByRole('link', { name: /No emergency notification email is set/ })).toHaveAttribute(
      'href',
      '#setting-emergency_notification_emails',
    )
    expect(screen.getByRole('link', { name: /1001 has no location/ })).toHaveAttribute(
      'href',
      `/app/tenants/${TENANT.id}/extensions?record=e1001`,
    )
  })

  test('lists five of many, and the rest on request', async () => {
    const extensions = Array.from({ length: 8 }, (_, n) => ({ ...extension(1001 + n), location: '' }))
    situation = () => answer({ ...ready, extensions })
    const { user } = open(<EmergencyReadiness />)
    const check = (await screen.findByRole('heading', { name: /^To fix:/ })).closest('li') as HTMLElement
    expect(within(check).getAllByText(/has no location/, { selector: '.min-w-0' })).toHaveLength(8)
    expect(within(check).getByText('1006 has no location.', { selector: '.min-w-0' })).not.toBeVisible()
    await user.click(within(check).getByText('3 more'))
    expect(within(check).getByText('1006 has no location.', { selector: '.min-w-0' })).toBeVisible()
  })

  test('can be retried after a failure', async () => {
    situation = () => ({ data: null, error: { message: 'down' }, status: 500 })
    const { user } = open(<EmergencyReadiness />)
    const again = await screen.findByRole('button', { name: /again/i })
    situation = () => answer(ready)
    await user.click(again)
    expect(await screen.findByText('Ready')).toBeVisible()
  })
})
