import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SearchOverlay } from '@/components/search/search-overlay'
import { company, insertElsewhere, opportunity, resetWorld, service, stock, tenant, world } from './fakes'

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

const MAC = '00:15:65:AB:CD:EF'
const onClose = vi.fn()

beforeEach(() => {
  resetWorld()
  onClose.mockReset()
  Element.prototype.scrollIntoView = vi.fn()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function openOverlay() {
  render(<SearchOverlay open onClose={onClose} />)
  return userEvent.setup()
}

const input = () => screen.getByRole('combobox', { name: 'Search' })
const options = () => screen.queryAllByRole('option')
const highlighted = () => screen.getByRole('option', { selected: true })
const found = (name: string | RegExp) => screen.findByRole('option', { name })

function twelveTenants() {
  world.companies = Array.from({ length: 12 }, (_, n) =>
    tenant(`Harbor ${n + 10}`, `t${n + 10}`, `harbor-${n + 10}`),
  )
}

describe('The search overlay', () => {
  test('focuses its input, whose label names what can be searched', () => {
    openOverlay()
    expect(input()).toHaveFocus()
    expect(input()).toHaveAttribute('placeholder', 'Search by company, phone number, or MAC...')
    expect(screen.getByRole('button', { name: 'Scan a barcode' })).toBeVisible()
    expect(screen.getByText('/')).toBeVisible()
  })

  test('shows the name, description and type of each result', async () => {
    const acme = tenant('Acme Fiber', 't1', 'acme')
    world.companies = [acme, company('Acme Paper')]
    world.opportunities = [opportunity('Acme renewal', acme)]
    const user = openOverlay()
    await user.type(input(), 'acme')
    expect(await found('Acme Fiber acme Tenant')).toBeVisible()
    expect(await found('Acme Paper Company')).toBeVisible()
    expect(await found('Acme renewal Acme Fiber Opportunity')).toBeVisible()
  })

  test('lists services and stock below companies and opportunities', async () => {
    const acme = company('Fax Works East')
    world.companies = [acme]
    world.opportunities = [opportunity('Faxing', acme)]
    world.services = [service('Fax line')]
    world.inventory = [stock('Fax adapter', { mac: MAC, model: 'HT802' })]
    const user = openOverlay()
    await user.type(input(), 'fax')
    expect(await found('Fax line Service')).toBeVisible()
    expect(options().map((option) => option.textContent)).toEqual([
      expect.stringMatching(/Opportunity$|Company$/),
      expect.stringMatching(/Opportunity$|Company$/),
      expect.stringMatching(/^Fax line +Service$/),
      `Fax adapter ${MAC} HT802 Stock`,
    ])
  })

  test.each(['00-15-65-AB-CD-EF', '001565abcdef', '0015.65ab.cdef', MAC])(
    'finds stock by its MAC address written as %s',
    async (term) => {
      world.inventory = [
        stock('Spare phone', { mac: MAC }),
        stock('Other phone', { mac: '00:15:65:AB:CD:EE' }),
      ]
      const user = openOverlay()
      await user.type(input(), term)
      expect(await found(`Spare phone ${MAC} Stock`)).toBeVisible()
      expect(options()[0]).toHaveTextContent(`${MAC} MAC Address`)
      expect(options()[1]).toHaveTextContent('Spare phone')
    },
  )

  test('finds stock added since the search was last opened', async () => {
    const { unmount } = render(<SearchOverlay open onClose={onClose} />)
    const user = userEvent.setup()
    await user.type(input(), 'spare')
    await waitFor(() => expect(screen.queryByText('Loading companies…')).not.toBeInTheDocument())
    unmount()
    world.inventory = [stock('Spare phone')]
    openOverlay()
    await user.type(input(), 'spare')
    expect(await found('Spare phone Stock')).toBeVisible()
  })

  test('finds what a user may see now, and nothing else, once their rights are others', async () => {
    const all = world.permissions
    const overlay = () => <SearchOverlay open onClose={onClose} />
    const stocked = () => {
      world.companies = [company('Fax Works East')]
      world.inventory = [stock('Fax adapter')]
    }
    stocked()
    const { rerender } = render(overlay())
    const user = userEvent.setup()
    await user.type(input(), 'fax')
    expect(await found('Fax adapter Stock')).toBeVisible()

    // Another role's rights: the database returns fewer rows.
    world.permissions = new Set(['tenants.view'])
    world.companies = []
    world.inventory = []
    rerender(overlay())
    await waitFor(() => expect(options()).toEqual([]))

    world.permissions = all
    stocked()
    rerender(overlay())
    expect(await found('Fax adapter Stock')).toBeVisible()
    expect(await found('Fax Works East Company')).toBeVisible()
  })

  test('says when there are more hits than the 50 it shows', async () => {
    world.companies = Array.from({ length: 50 }, (_, n) => company(`Harbor ${n + 10}`))
    const user = openOverlay()
    await user.type(input(), 'harbor')
    expect(await screen.findByText('50 results')).toBeInTheDocument()
    expect(screen.queryByText(/Only the best/)).not.toBeInTheDocument()
    act(() => insertElsewhere('companies', company('Harbor 60')))
    expect(await screen.findByText('Best matches only. Type more to narrow the search.')).toBeVisible()
    expect(screen.getByText('The best 50 results. Type more to narrow the search.')).toBeInTheDocument()
    await waitFor(() => expect(options()).toHaveLength(50))
    await user.type(input(), ' 60')
    await waitFor(() => expect(screen.queryByText(/Only the best/)).not.toBeInTheDocument())
  })

  test('finds rows beyond the server’s page size', async () => {
    twelveTenants()
    world.mostRows = 5
    const user = openOverlay()
    await user.type(input(), 'harbor 21')
    expect(await found(/^Harbor 21/)).toBeVisible()
  })

  test('announces the number of results, and nothing if there are none', async () => {
    world.companies = [company('Acme Paper')]
    const user = openOverlay()
    await user.type(input(), 'acme')
    expect(await screen.findByText('1 result')).toBeInTheDocument()
    await user.clear(input())
    await user.type(input(), 'zzzzzz')
    await waitFor(() => expect(options()).toHaveLength(0))
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(screen.queryByText(/result/i)).not.toBeInTheDocument()
    expect(input()).toHaveAttribute('aria-expanded', 'false')
  })

  test('ignores a term that is only a slash', async () => {
    const user = openOverlay()
    await user.type(input(), '/')
    expect(input()).toHaveValue('')
    await user.type(input(), 'a/b')
    expect(input()).toHaveValue('a/b')
  })

  test('closes on Escape', async () => {
    const user = openOverlay()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('lists a MAC address first, even before anything is loaded', async () => {
    world.failing = true
    const user = openOverlay()
    await user.type(input(), '001565abcdef')
    expect(options()[0]).toHaveTextContent(`${MAC} MAC Address`)
  })

  test('lists a phone number ahead of matching companies', async () => {
    world.companies = [company('2125550147 Wholesale')]
    const user = openOverlay()
    await user.type(input(), '2125550147')
    expect(await found(/Wholesale/)).toBeVisible()
    expect(options()[0]).toHaveTextContent('(212) 555-0147 Phone Number')
  })

  test('shows a row inserted while it is open', async () => {
    world.companies = [company('Acme Paper')]
    const user = openOverlay()
    await user.type(input(), 'acme')
    await found('Acme Paper Company')
    act(() => insertElsewhere('companies', tenant('Acme Mobile', 't9', 'acme-mobile')))
    expect(await found('Acme Mobile acme-mobile Tenant')).toBeVisible()
  })

  test('shows an inserted lead with its company, and ignores other stages', async () => {
    const acme = company('Brightwater')
    world.companies = [acme]
    const user = openOverlay()
    await user.type(input(), 'renewal')
    await waitFor(() => expect(world.pushed.size).toBe(2))
    act(() => insertElsewhere('opportunities', opportunity('Renewal won', acme, { status: 'won' })))
    act(() => insertElsewhere('opportunities', opportunity('Renewal', acme)))
    expect(await found('Renewal Brightwater Opportunity')).toBeVisible()
    expect(options()).toHaveLength(1)
  })

  test('keeps a highlight that was moved when a better row arrives', async () => {
    world.companies = [company('Acme Paper Mills'), company('Acme Paper Mills East')]
    const user = openOverlay()
    await user.type(input(), 'acme')
    await found('Acme Paper Mills East Company')
    await user.keyboard('{ArrowDown}')
    act(() => insertElsewhere('companies', company('Acme')))
    await found('Acme Company')
    expect(options()[0]).toHaveTextContent('Acme Company')
    expect(highlighted()).toHaveTextContent('Acme Paper Mills East')
  })

  test('keeps the highlight on the first result when a better one arrives, and Enter opens it', async () => {
    world.companies = [company('Acme Paper Mills', { id: 'mills' })]
    const user = openOverlay()
    await user.type(input(), 'acme')
    await found('Acme Paper Mills Company')
    act(() => insertElsewhere('companies', company('Acme')))
    await found('Acme Company')
    expect(options()[0]).toHaveTextContent('Acme Company')
    expect(highlighted()).toHaveTextContent('Acme Paper Mills')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(world.push).toHaveBeenCalledWith('/customers/mills'))
  })

  test('reports lists that could not be loaded, and retries', async () => {
    world.failing = true
    world.companies = [company('Acme Paper')]
    const user = openOverlay()
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    world.failing = false
    await user.click(retry)
    await user.type(input(), 'acme')
    expect(await found('Acme Paper Company')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })
})

describe('the highlight in the search results', () => {
  async function withTwelve() {
    twelveTenants()
    const user = openOverlay()
    await user.type(input(), 'harbor')
    await waitFor(() => expect(options()).toHaveLength(12))
    return user
  }
  const place = () => options().indexOf(highlighted())

  test('is on the first result, which the input refers to', async () => {
    await withTwelve()
    expect(place()).toBe(0)
    expect(input()).toHaveAttribute('aria-activedescendant', highlighted().id)
    expect(input()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id)
  })

  test.each([
    ['{ArrowDown}', 1],
    ['{ArrowDown}{ArrowDown}{ArrowUp}', 1],
    ['{ArrowUp}', 0],
    ['{Shift>}{ArrowDown}{/Shift}', 5],
    ['{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}', 11],
    ['{Shift>}{ArrowDown}{ArrowUp}{ArrowUp}{/Shift}', 0],
    ['{End}', 11],
    ['{End}{Home}', 11],
    ['{End}{Home}{Home}', 0],
  ])('after %s is on position %i', async (keys, expected) => {
    const user = await withTwelve()
    await user.keyboard(keys)
    expect(place()).toBe(expected)
    expect(input()).toHaveFocus()
  })

  test('is scrolled into view when a key moves it', async () => {
    const user = await withTwelve()
    const scrolled = vi.mocked(Element.prototype.scrollIntoView)
    scrolled.mockClear()
    await user.keyboard('{ArrowDown}')
    expect(scrolled.mock.instances).toEqual([highlighted()])
  })

  test('follows the mouse', async () => {
    const user = await withTwelve()
    const third = options()[2] as HTMLElement
    await user.hover(third)
    expect(highlighted()).toBe(third)
  })

  test('returns to the first result for another term', async () => {
    const user = await withTwelve()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    await user.type(input(), ' 1')
    await waitFor(() => expect(place()).toBe(0))
  })
})
