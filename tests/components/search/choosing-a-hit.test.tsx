import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SearchOverlay } from '@/components/search/search-overlay'
import type { Permission } from '@/lib/session/permissions'
import { Stayed } from '@/lib/stayed'
import { company, opportunity, resetWorld, service, stock, tenant, world } from './fakes'

vi.mock('@/lib/supabase/browser-client', async () => (await import('./fakes')).browserClient)
vi.mock('@/lib/session/session-store', async () => (await import('./fakes')).sessionStore)
vi.mock('@/hooks/use-user', async () => ({ useUser: (await import('./fakes')).useUser }))
vi.mock('@/hooks/use-member', async () => ({ useMember: (await import('./fakes')).useMember }))
vi.mock('next/router', async () => ({ useRouter: (await import('./fakes')).useRouter }))
vi.mock('@/lib/search/remote-hits', async (original) => ({
  ...(await original<typeof import('@/lib/search/remote-hits')>()),
  findRemote: async () => [CALLER],
}))
vi.mock('@/lib/search/search-client', async (original) => {
  const { createSearchClient } = await original<typeof import('@/lib/search/search-client')>()
  const { inlineWorker } = await import('./fakes')
  return { createSearchClient: () => createSearchClient(inlineWorker) }
})

/** A company that the database finds by its phone. */
const CALLER = { id: 'c9', name: 'Called Back', description: '', type: 'contact', tenantId: 't9' }
const MAC = '00:15:65:AB:CD:EF'
const onClose = vi.fn()
const fetched = vi.fn()

function answerWith(body: unknown, status = 200) {
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status }))
}

beforeEach(() => {
  resetWorld()
  onClose.mockReset()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  Element.prototype.scrollIntoView = vi.fn()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function openOverlay() {
  render(<SearchOverlay open onClose={onClose} />)
  return userEvent.setup()
}

const input = () => screen.getByRole('combobox', { name: 'Search' })
const found = (name: string | RegExp) => screen.findByRole('option', { name })

describe('choosing a search hit', () => {
  test('opens an opportunity', async () => {
    world.opportunities = [opportunity('Renewal', company('Brightwater'), { id: 'o1' })]
    const user = openOverlay()
    await user.type(input(), 'renewal')
    await found(/Renewal/)
    await user.keyboard('{Enter}')
    expect(world.push).toHaveBeenCalledWith('/app/sales/opportunities/o1')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  })

  test.each([
    ['/app', '/app/tenants/t1'],
    ['/app/tenants', '/app/tenants/t1'],
    ['/app/tenants/[tenantId]', '/app/tenants/t1'],
    ['/app/tenants/[tenantId]/routing/ivr-menus', '/app/tenants/t1/routing/ivr-menus'],
    ['/app/tenants/[tenantId]/extensions/[extensionId]/edit', '/app/tenants/t1/extensions'],
  ])('on %s goes to %s', async (pathname, path) => {
    world.pathname = pathname
    world.companies = [tenant('Acme Fiber', 't1', 'acme')]
    const user = openOverlay()
    await user.type(input(), 'acme')
    await user.click(await found(/Acme Fiber/))
    expect(world.push).toHaveBeenCalledWith(path)
  })

  test.each<[Permission[], string]>([
    [['customers.view', 'sales.view'], '/customers/c1'],
    [['customers.view'], '/customers/c1'],
    [['sales.view', 'tenants.view'], '/app/sales/companies?record=c1'],
  ])('opens a company for a role with %s on %s', async (permissions, path) => {
    world.permissions = new Set(permissions)
    world.companies = [company('Acme Paper', { id: 'c1' })]
    const user = openOverlay()
    await user.type(input(), 'acme{Enter}')
    await waitFor(() => expect(world.push).toHaveBeenCalledWith(path))
  })

  test('opens no company for another role', async () => {
    world.permissions = new Set(['tenants.view'])
    world.companies = [company('Acme Paper', { id: 'c1' })]
    const user = openOverlay()
    await user.type(input(), 'acme{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Your role cannot open companies.')
    expect(world.push).not.toHaveBeenCalled()
  })

  test.each<[Permission, string]>([
    ['customers.view', '/customers/c9'],
    ['sales.view', '/app/sales/companies?record=c9'],
    ['tenants.view', '/app/tenants/t9'],
  ])('leads who has %s from a caller to %s', async (permission, path) => {
    world.permissions = new Set([permission])
    const user = openOverlay()
    await user.type(input(), '0142')
    await user.click(await found(/Called Back/))
    await waitFor(() => expect(world.push).toHaveBeenCalledWith(path))
  })

  test('gives the page back to who stays on it for what is not saved', async () => {
    world.companies = [tenant('Acme Fiber', 't1', 'acme')]
    world.push.mockRejectedValue(new Stayed())
    const user = openOverlay()
    await user.type(input(), 'acme{Enter}')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(console.error).not.toHaveBeenCalled()
  })

  test('says why a page was not left without a connection', async () => {
    world.companies = [tenant('Acme Fiber', 't1', 'acme')]
    world.push.mockRejectedValue(new Stayed('You are offline.'))
    const user = openOverlay()
    await user.type(input(), 'acme{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('You are offline.')
    expect(onClose).not.toHaveBeenCalled()
    expect(console.error).not.toHaveBeenCalled()
  })

  test('waits for the results when Enter is pressed right after the last letter', async () => {
    world.companies = [tenant('Acme Fiber', 't1', 'acme'), tenant('Zenith', 't2', 'zenith')]
    const user = openOverlay()
    await user.type(input(), 'acme')
    await found(/Acme Fiber/)
    await user.clear(input())
    await user.type(input(), 'zenith{Enter}')
    await waitFor(() => expect(world.push).toHaveBeenCalledWith('/app/tenants/t2'))
    expect(world.push).toHaveBeenCalledOnce()
  })

  test.each([
    ['0015.65ab.cdef', { type: 'mac', value: MAC }],
    ['(212) 555-0147', { type: 'phone', value: '+12125550147' }],
  ])('looks up the tenant for %s', async (term, body) => {
    answerWith('t7')
    const user = openOverlay()
    await user.type(input(), `${term}{Enter}`)
    await waitFor(() => expect(world.push).toHaveBeenCalledWith('/app/tenants/t7'))
    expect(fetched).toHaveBeenCalledWith('/api/search', expect.objectContaining({ method: 'POST' }))
    expect(JSON.parse(fetched.mock.calls[0]?.[1].body)).toEqual(body)
  })

  test('disables the input and shows a spinner until the lookup is done', async () => {
    let answer = (_response: Response) => {}
    fetched.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    const user = openOverlay()
    await user.type(input(), `${MAC}{Enter}`)
    expect(input()).toBeDisabled()
    expect(screen.getByText('Opening…')).toBeInTheDocument()
    await act(async () => answer(new Response('null')))
    expect(await screen.findByRole('alert')).toHaveTextContent(/^No tenant found$/)
    expect(input()).toBeEnabled()
    expect(input()).toHaveFocus()
    expect(screen.queryByText('Opening…')).not.toBeInTheDocument()
  })

  test('without a tenant says so and keeps the term', async () => {
    answerWith(null)
    const user = openOverlay()
    await user.type(input(), `${MAC}{Enter}`)
    expect(await screen.findByRole('alert')).toHaveTextContent(/^No tenant found$/)
    expect(input()).toHaveValue(MAC)
    expect(onClose).not.toHaveBeenCalled()
    await user.type(input(), '{Backspace}')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('logs a failed lookup once and reports the failure instead of "No tenant found"', async () => {
    answerWith({ message: 'Try later.' }, 503)
    const user = openOverlay()
    await user.type(input(), `${MAC}{Enter}`)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^No tenant found: the lookup failed. Try later.$/,
    )
    expect(vi.mocked(console.error).mock.calls).toEqual([[{ message: 'Try later.' }]])
    expect(input()).toHaveValue(MAC)
    answerWith('t7')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(world.push).toHaveBeenCalledWith('/app/tenants/t7'))
  })

  test('reports a missing connection', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    const user = openOverlay()
    await user.type(input(), `(212) 555-0147{Enter}`)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'No tenant found: the lookup failed. The server cannot be reached. Check your connection and try again.',
    )
  })

  test('opens a service or a stock item on its page', async () => {
    world.services = [{ ...service('Fax line'), id: 's1' }]
    world.inventory = [stock('Spare phone', { id: 'i1' })]
    const user = openOverlay()
    await user.type(input(), 'fax line')
    await user.click(await found('Fax line Service'))
    expect(world.push).toHaveBeenLastCalledWith('/app/sales/services?record=s1')
    await user.clear(input())
    await user.type(input(), 'spare')
    await user.click(await found('Spare phone Stock'))
    expect(world.push).toHaveBeenLastCalledWith('/app/inventory?record=i1')
  })

  test('opens no service for a role without access to Sales', async () => {
    world.permissions = new Set(['billing.view'])
    world.services = [service('Fax line')]
    const user = openOverlay()
    await user.type(input(), 'fax line')
    await user.click(await found('Fax line Service'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Your role cannot open services.')
    expect(world.push).not.toHaveBeenCalled()
  })

  test('goes nowhere if the overlay is closed before the answer', async () => {
    let answer = (_response: Response) => {}
    fetched.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    const { unmount } = render(<SearchOverlay open onClose={onClose} />)
    const user = userEvent.setup()
    await user.type(input(), `${MAC}{Enter}`)
    unmount()
    await act(async () => answer(new Response('"t7"')))
    expect(world.push).not.toHaveBeenCalled()
  })

  test('does nothing on Enter without results', async () => {
    const user = openOverlay()
    await user.type(input(), 'zzzzzz{Enter}')
    await waitFor(() => expect(screen.queryByText('Loading companies…')).not.toBeInTheDocument())
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).not.toBeInTheDocument()
    expect(input()).toBeEnabled()
  })
})
