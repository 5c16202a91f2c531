import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PrefetchTenant, TenantFrame } from '@/components/tenants/tenant-frame'
import { InitialDataContext } from '@/hooks/initial-data'
import { keys } from '@/hooks/keys'
import { useCurrentTenant, useCurrentTenantId } from '@/hooks/use-tenant'
import { TENANT_PAGES } from '@/lib/navigation'
import { permissionsFrom, type Section } from '@/lib/session/permissions'
import type { Tenant } from '@/lib/tenants/tenant'

const rpc = vi.fn()
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
const seen = vi.hoisted(() => ({ id: '', sections: [] as string[], actions: [] as string[] }))
vi.mock('next/router', () => ({ useRouter: () => ({ query: { tenantId: seen.id } }) }))
vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({
    permissions: permissionsFrom(
      seen.sections.flatMap((section) => seen.actions.map((action) => ({ section, action }))),
    ),
  }),
}))

const ID = '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const tenant: Tenant = {
  id: ID,
  domain: 'harbor-lane.pbx.example',
  time_zone: 'America/New_York',
  status: 'active',
  suspended_at: null,
  suspension_reason: '',
  extension_limit: 15,
  created_at: '2025-01-15T15:00:00+00:00',
  company_id: 'c1',
  company_name: 'Harbor Lane Dental',
  tenant_code: 'harbor-lane',
  extensions: 13,
  has_numbers: true,
  check: { errors: 2, warnings: 1, notices: 0, accepted: 0 },
}

const ById = () => <p>Tenant {useCurrentTenantId()}</p>
function ByFigures() {
  const { extensions, extension_limit } = useCurrentTenant()
  return (
    <p>
      {extensions} of {extension_limit} seats
    </p>
  )
}

function open(path = '') {
  const cache = new Map()
  const page = () => (
    <SWRConfig value={{ provider: () => cache, shouldRetryOnError: false }}>
      <TenantFrame path={path}>
        <p>The page itself</p>
      </TenantFrame>
    </SWRConfig>
  )
  const { rerender } = render(page())
  return {
    goTo: (id: string) => {
      seen.id = id
      rerender(page())
    },
  }
}
const answer = (data: Tenant | null) => rpc.mockResolvedValue({ data, error: null, status: 200 })
const STAFF: Section[] = ['tenants', 'telephony', 'billing']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  rpc.mockReset()
  seen.id = ID
  seen.sections = STAFF
  seen.actions = ['view']
})

describe('the frame of a tenant’s pages', () => {
  test('shows the company, its code and its status around the page', async () => {
    answer(tenant)
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Harbor Lane Dental' })).toBeInTheDocument()
    expect(screen.getByText('harbor-lane')).toBeInTheDocument()
    expect(screen.getByText('Active')).toBeInTheDocument()
    expect(screen.getByText('The page itself')).toBeInTheDocument()
  })

  test('links to all sub-pages and marks the current one', async () => {
    answer(tenant)
    open('routing/ivr-menus')
    await screen.findByText('The page itself')
    const [navigation] = within(screen.getByRole('navigation', { name: 'Tenant' })).getAllByRole('link', {
      name: 'Overview',
    })
    const all = within(navigation?.closest('div') as HTMLElement).getAllByRole('link')
    const pages = TENANT_PAGES.flatMap((group) => [...group.pages])
    expect(all).toHaveLength(1 + pages.length)
    expect(
      all.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent),
    ).toEqual(['IVR menus'])
    expect(all.find((link) => link.textContent === 'IVR menus')).toHaveAttribute(
      'href',
      `/app/tenants/${ID}/routing/ivr-menus`,
    )
  })

  test('omits pages that the role may not open', async () => {
    seen.sections = ['tenants', 'telephony']
    answer(tenant)
    open()
    await screen.findByText('The page itself')
    expect(screen.queryByRole('link', { name: 'Billing', hidden: true })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Licensing', hidden: true })).not.toBeInTheDocument()
    expect(screen.getAllByRole('link', { name: 'CDR', hidden: true })).not.toHaveLength(0)
  })

  test('expands the navigation on small screens, and Escape collapses it', async () => {
    answer(tenant)
    open('extensions')
    const button = await screen.findByRole('button', { name: /Extensions/ })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    expect(button).toHaveAttribute('aria-expanded', 'false')
    expect(button).toHaveFocus()
  })

  test('shows that a tenant is suspended', async () => {
    answer({
      ...tenant,
      status: 'suspended',
      suspended_at: '2026-03-02T15:00:00+00:00',
      suspension_reason: 'Two invoices overdue',
    })
    open()
    expect(await screen.findByText(/This tenant is suspended/)).toHaveTextContent(
      'This tenant is suspended since Mar 2, 2026',
    )
    expect(screen.getByText('Reason: Two invoices overdue')).toBeInTheDocument()
    // Who only views tenants cannot resume one.
    expect(screen.queryByRole('button', { name: 'Resume' })).not.toBeInTheDocument()
  })

  test('does not keep a question about a tenant open on the page of another', async () => {
    seen.actions.push('edit')
    const other = '2b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
    rpc.mockImplementation(async (_name: string, asked: { tenant: string }) => {
      const data = {
        ...tenant,
        id: asked.tenant,
        company_name: asked.tenant === ID ? 'Harbor Lane Dental' : 'Acme',
      }
      return { data, error: null, status: 200 }
    })
    seen.id = other
    const { goTo } = open()
    await screen.findByRole('heading', { level: 1, name: 'Acme' })
    goTo(ID)
    await screen.findByRole('heading', { level: 1, name: 'Harbor Lane Dental' })
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Suspend Harbor Lane Dental?')
    goTo(other)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('says that the tenant does not exist if the user may not see it', async () => {
    answer(null)
    open()
    expect(await screen.findByText('Tenant not found')).toBeInTheDocument()
    expect(screen.queryByText('The page itself')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'All tenants' })).toHaveAttribute('href', '/app/tenants')
  })

  test('says the same for a malformed id, without asking the database', async () => {
    seen.id = 'abc'
    open()
    expect(await screen.findByText('Tenant not found')).toBeInTheDocument()
    expect(rpc).not.toHaveBeenCalled()
  })

  test('shows content that needs only the id immediately, and the rest once the tenant is loaded', async () => {
    const question = Promise.withResolvers<unknown>()
    rpc.mockReturnValue(question.promise)
    await act(async () => {
      render(
        <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
          <TenantFrame path="">
            <ById />
            <Suspense fallback={<p>Figures are coming</p>}>
              <ByFigures />
            </Suspense>
          </TenantFrame>
        </SWRConfig>,
      )
    })
    expect(screen.getByText(`Tenant ${ID}`)).toBeInTheDocument()
    expect(screen.getByText('Figures are coming')).toBeInTheDocument()
    await act(async () => question.resolve({ data: tenant, error: null, status: 200 }))
    expect(await screen.findByText('13 of 15 seats')).toBeInTheDocument()
    expect(screen.getByText(`Tenant ${ID}`)).toBeInTheDocument()
  })

  test.each([
    ['the overview', true, [keys.tenant(ID), keys.setupSteps(ID), keys.tenantFigures(ID)]],
    ['every other page', false, [keys.tenant(ID)]],
  ])('%s comes with what stands above all else', (_page, overview, expected) => {
    rpc.mockReturnValue(new Promise(() => undefined))
    const ask = vi.fn()
    const questions = { ask, waits: () => undefined }
    const page = { user: undefined, at: 0, questions, fresh: new Set<string>(), ahead: new Map() }
    render(
      <InitialDataContext value={page}>
        <PrefetchTenant overview={overview} />
      </InitialDataContext>,
    )
    expect(ask.mock.calls.map(([key]) => key)).toEqual(expected)
  })

  test('reports when the tenant could not be loaded, and retries', async () => {
    rpc.mockResolvedValue({ data: null, error: { message: 'boom' }, status: 500 })
    open()
    expect(await screen.findByRole('alert')).toHaveTextContent('The tenant could not be loaded')
    answer(tenant)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('The page itself')).toBeInTheDocument()
  })
})
