import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CompanyNameOverlay } from '@/components/search/company-name-overlay'
import { CompanyPicker } from '@/components/search/company-picker'
import { company, opportunity, resetWorld, tenant, world } from './fakes'

vi.mock('@/lib/supabase/browser-client', async () => (await import('./fakes')).browserClient)
vi.mock('@/lib/session/session-store', async () => (await import('./fakes')).sessionStore)
vi.mock('@/hooks/use-user', async () => ({ useUser: (await import('./fakes')).useUser }))
vi.mock('@/hooks/use-member', async () => ({ useMember: (await import('./fakes')).useMember }))
vi.mock('@/lib/search/search-client', async (original) => {
  const { createSearchClient } = await original<typeof import('@/lib/search/search-client')>()
  const { inlineWorker } = await import('./fakes')
  return { createSearchClient: () => createSearchClient(inlineWorker) }
})
vi.mock('@/components/search/scan-dialog', () => ({
  ScanDialog: ({ onScan }: { onScan: (mac: string) => void }) => (
    <button type="button" onClick={() => onScan(MAC)}>
      Hold a barcode up
    </button>
  ),
}))

const MAC = '00:15:65:AB:CD:EF'
const onClose = vi.fn()
const onChoose = vi.fn()
const fetched = vi.fn()

beforeEach(() => {
  resetWorld()
  for (const mock of [onClose, onChoose, fetched]) mock.mockReset()
  vi.stubGlobal('fetch', fetched)
  Element.prototype.scrollIntoView = vi.fn()
  const acme = tenant('Acme Fiber', 't1', 'northgate')
  world.companies = [acme, company('Acme Paper')]
  world.opportunities = [opportunity('Acme renewal', acme)]
})

const input = () => screen.getByRole('combobox')
const names = () => screen.queryAllByRole('option').map((option) => option.textContent)

describe('The company-name overlay', () => {
  function open() {
    render(<CompanyNameOverlay open onClose={onClose} onChoose={onChoose} />)
    return userEvent.setup()
  }

  test('names what it searches', () => {
    open()
    expect(input()).toHaveAttribute('placeholder', 'Search companies by name...')
  })

  test('finds companies and tenants by name only', async () => {
    const user = open()
    await user.type(input(), 'acme')
    await waitFor(() => expect(names()).toHaveLength(2))
    await user.clear(input())
    await user.type(input(), 'northgate')
    await waitFor(() => expect(names()).toHaveLength(0))
  })

  test('returns no hits for phone numbers and MAC addresses', async () => {
    const user = open()
    await user.type(input(), MAC)
    expect(names()).toEqual([])
  })

  test('returns the selected company, then closes', async () => {
    const user = open()
    await user.type(input(), 'acme p')
    await screen.findByRole('option', { name: /Acme Paper/ })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(world.companies[1])
  })

  test('ignores a scanned value', async () => {
    const user = open()
    await user.click(screen.getByRole('button', { name: 'Scan a barcode' }))
    await user.click(await screen.findByRole('button', { name: 'Hold a barcode up' }))
    await waitFor(() => expect(screen.queryByText('Hold a barcode up')).not.toBeInTheDocument())
    expect(input()).toHaveValue('')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(fetched).not.toHaveBeenCalled()
    expect(onChoose).not.toHaveBeenCalled()
  })
})

describe('The company picker', () => {
  function open() {
    render(<CompanyPicker open onClose={onClose} onChoose={onChoose} />)
    return userEvent.setup()
  }

  test('names what it searches and has no scan option', () => {
    open()
    expect(input()).toHaveAttribute('placeholder', 'Search by company, phone number, or MAC address...')
    expect(screen.queryByRole('button', { name: 'Scan a barcode' })).not.toBeInTheDocument()
  })

  test('finds companies, and tenants by name or code, but no opportunities', async () => {
    const user = open()
    await user.type(input(), 'acme')
    await waitFor(() => expect(names()).toHaveLength(2))
    await user.clear(input())
    await user.type(input(), 'northgate')
    expect(await screen.findByRole('option', { name: /Acme Fiber/ })).toBeVisible()
  })

  test('returns the hit with its company', async () => {
    const user = open()
    await user.type(input(), 'acme fiber')
    await user.click(await screen.findByRole('option', { name: /Acme Fiber/ }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        id: 't1',
        type: 'tenant',
        description: 'northgate',
        company: world.companies[0],
      }),
    )
  })

  test('closes nothing when it was closed before what it is for was done', async () => {
    const done = Promise.withResolvers<void>()
    onChoose.mockReturnValue(done.promise)
    const { unmount } = render(<CompanyPicker open onClose={onClose} onChoose={onChoose} />)
    const user = userEvent.setup()
    await user.type(input(), 'acme fiber')
    await user.click(await screen.findByRole('option', { name: /Acme Fiber/ }))
    await waitFor(() => expect(onChoose).toHaveBeenCalledOnce())
    unmount()
    await act(async () => done.resolve())
    expect(onClose).not.toHaveBeenCalled()
  })

  test('returns the company that has a device', async () => {
    fetched.mockResolvedValue(new Response('"t1"'))
    const user = open()
    await user.type(input(), `${MAC}{Enter}`)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id: MAC, type: 'mac', company: world.companies[0] }),
    )
  })

  test('says if nobody has the device', async () => {
    fetched.mockResolvedValue(new Response('null'))
    const user = open()
    await user.type(input(), `${MAC}{Enter}`)
    expect(await screen.findByRole('alert')).toHaveTextContent(/^No tenant found$/)
    expect(onChoose).not.toHaveBeenCalled()
  })
})
