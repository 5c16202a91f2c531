import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { SearchOverlay } from '@/components/search/search-overlay'
import Toasts from '@/components/shell/toasts'
import { resetWorld, world } from './fakes'

vi.mock('@/lib/supabase/browser-client', async () => (await import('./fakes')).browserClient)
vi.mock('@/lib/session/session-store', async () => (await import('./fakes')).sessionStore)
vi.mock('@/hooks/use-user', async () => ({ useUser: (await import('./fakes')).useUser }))
vi.mock('@/hooks/use-member', async () => ({ useMember: (await import('./fakes')).useMember }))
vi.mock('next/router', async () => ({ useRouter: (await import('./fakes')).useRouter }))
vi.mock('@/lib/search/search-client', async (original) => {
  const { createSearchClient } = await original<typeof import('@/lib/search/search-client')>()
  const { inlineWorker } = await import('./fakes')
  return { createSearchClient: () => createSearchClient(inlineWorker) }
})
vi.mock('@/components/search/scan-dialog', () => ({
  ScanDialog: ({
    onScan,
    onClose,
  }: {
    onScan: (mac: string, scanned: string) => void
    onClose: () => void
  }) => (
    <div role="dialog" aria-label="Scanner">
      <button type="button" onClick={() => onScan(MAC, '001565abcdef')}>
        Hold a barcode up
      </button>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  ),
}))

const MAC = '00:15:65:AB:CD:EF'

beforeEach(() => {
  resetWorld()
  Element.prototype.scrollIntoView = vi.fn()
})

async function openScanner(answer: string) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(answer)),
  )
  render(
    <>
      <Toasts />
      <SearchOverlay open onClose={vi.fn()} />
    </>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Scan a barcode' }))
  await screen.findByRole('dialog', { name: 'Scanner' })
  return user
}

const scanner = () => screen.queryByRole('dialog', { name: 'Scanner' })

test('a scanned value is shown in an alert, closes the scanner and opens its tenant', async () => {
  const user = await openScanner('"t7"')
  await user.click(screen.getByRole('button', { name: 'Hold a barcode up' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Scanned 001565abcdef')
  expect(scanner()).not.toBeInTheDocument()
  await waitFor(() => expect(world.push).toHaveBeenCalledWith('/app/tenants/t7'))
})

test('a scanned value without a tenant stays in the input', async () => {
  const user = await openScanner('null')
  await user.click(screen.getByRole('button', { name: 'Hold a barcode up' }))
  expect(await screen.findByText('No tenant found')).toBeVisible()
  expect(screen.getByRole('combobox')).toHaveValue(MAC)
})

test('closing the scanner leaves the search open', async () => {
  const user = await openScanner('null')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(scanner()).not.toBeInTheDocument()
  expect(screen.getByRole('combobox')).toBeEnabled()
})
