import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CheckCard } from '@/components/configuration-check/check-card'
import { CheckPage } from '@/components/configuration-check/check-page'
import { type GivenSnapshot, snapshotOf } from '../../support/factories/snapshot'
import { aFlow, aNumber, anAddress, aRoute } from '../../support/factories/snapshot-rows'
import { open, TENANT } from '../records/fakes'

const backend = vi.hoisted(() => ({ fetchSnapshot: vi.fn(), fetchSnapshotVersion: vi.fn() }))
vi.mock('@/lib/tenants/snapshot-client', () => backend)
// There are no workers here.
vi.mock('@/lib/telephony/routing/check', async () => {
  const { problems } = await import('@/lib/telephony/routing/problems')
  return { checkConfiguration: async (...asked: Parameters<typeof problems>) => problems(...asked) }
})
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))

const NUMBER = '+12075550107'
/** A tenant with nothing to mend: one number, for text messages, whose 911 address is confirmed and whose 911 calls leave. */
const SOUND: GivenSnapshot = {
  tenant: { id: TENANT.id },
  settings: { emergency_notification_emails: ['office@acme.test'] },
  outbound_routes: [aRoute('emergency')],
  emergency_addresses: [anAddress('Office')],
  dids: [
    aNumber('+12075550100', {
      voice: false,
      text_messages: true,
      e911_state: 'confirmed',
      emergency_address_id: 'address-Office',
    }),
  ],
}
const answering = (given: GivenSnapshot) => {
  backend.fetchSnapshotVersion.mockResolvedValue(1)
  backend.fetchSnapshot.mockResolvedValue(snapshotOf({ ...SOUND, ...given }))
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  backend.fetchSnapshot.mockReset()
  backend.fetchSnapshotVersion.mockReset()
})

describe('the configuration check', () => {
  test('lists problems by severity, each with the way to mend it', async () => {
    answering({ dids: [aNumber(NUMBER)], call_flows: [aFlow('6500')] })
    open(<CheckPage />)
    const errors = await screen.findByRole('list', { name: 'Errors' })
    const unrouted = within(errors).getByText('Calls to (207) 555-0107 are refused: it has no route.')
    expect(within(unrouted.closest('li') as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      `/app/tenants/${TENANT.id}/dids/inbound?record=d${encodeURIComponent(NUMBER)}`,
    )
    const notices = screen.getByRole('list', { name: 'Notices' })
    expect(notices).toHaveTextContent('Both states of 6500 Flow 6500 send calls to the same place.')
  })

  test('shows the first fifty of a severity, and all when asked', async () => {
    const numbers = Array.from({ length: 60 }, (_, n) => aNumber(`+120755501${String(n).padStart(2, '0')}`))
    answering({ dids: numbers })
    const { user } = open(<CheckPage />)
    const errors = await screen.findByRole('list', { name: 'Errors' })
    expect(within(errors).getAllByRole('listitem')).toHaveLength(50)
    await user.click(screen.getByRole('button', { name: /^Show all \d+$/ }))
    expect(within(errors).getAllByRole('listitem').length).toBeGreaterThanOrEqual(60)
    expect(screen.queryByRole('button', { name: /^Show all/ })).not.toBeInTheDocument()
  })

  test('says that there is nothing to mend', async () => {
    answering({})
    open(<CheckPage />)
    expect(await screen.findByText('Nothing to mend.')).toBeVisible()
  })

  test('tells why the configuration could not be checked', async () => {
    backend.fetchSnapshotVersion.mockRejectedValue(new Error('Down'))
    open(<CheckPage />)
    expect(await screen.findByText('The configuration could not be checked')).toBeVisible()
  })
})

describe('the card on the overview', () => {
  test('counts the problems by severity, and leads to them and to a call to test', async () => {
    answering({ dids: [aNumber(NUMBER)], call_flows: [aFlow('6500')] })
    open(<CheckCard />)
    expect(await screen.findByRole('list', { name: 'Problems' })).toHaveTextContent(
      /\d+ errors?.*\d+ notices?/,
    )
    expect(screen.getByRole('link', { name: /See all/ })).toHaveAttribute(
      'href',
      `/app/tenants/${TENANT.id}/configuration-check`,
    )
    expect(screen.getByRole('link', { name: 'Test a call' })).toHaveAttribute(
      'href',
      `/app/tenants/${TENANT.id}/test-call`,
    )
  })

  test('says that there is nothing to mend', async () => {
    answering({})
    open(<CheckCard />)
    expect(await screen.findByText('Nothing to mend.')).toBeVisible()
  })
})
