import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Dashboard } from '@/components/dashboard/dashboard'
import type { DashboardFigures } from '@/lib/dashboard/figures'
import { permissionsFrom } from '@/lib/session/permissions'

const database = vi.hoisted(() => ({ figures: vi.fn(), activity: vi.fn(), calls: vi.fn() }))
const seen = vi.hoisted(() => ({ sections: [] as string[] }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: (name: string) =>
      name === 'trail_page'
        ? database.activity()
        : name === 'calls_now'
          ? database.calls()
          : database.figures(name),
  }),
}))
vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'u1' }) }))
vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({
    member: { full_name: 'Field technician' },
    permissions: permissionsFrom(seen.sections.map((section) => ({ section, action: 'view' }))),
  }),
}))

const figures: DashboardFigures = {
  sales: { leads: 12, lead_value: 52375 },
  billing: { overdue: 4, overdue_dollars: 1280.5, overdue_others: 0 },
  telephony: { calls_today: 391, calls_by_hour: [...Array(9).fill(0), 120, 271, ...Array(13).fill(0)] },
  tenants: { active: 23, suspended: 2, full: 0, failing: 3 },
  numbers: {
    assigned: 1136,
    available: 9,
    porting: 2,
    ports_drafted: 5,
    ports_rejected: 6,
    ports_due: 1,
  },
  inventory: { in_stock: 34, rma: 3, below_minimum: 2 },
}
const good = (data: unknown) => ({ data, error: null, status: 200 })
const counted = (count: number, reported_at: string | null = '2026-11-30T12:00:00Z') =>
  good({ change: 1, now: '2026-11-30T12:00:04Z', reported_at, count, calls: [] })
const failed = { data: null, error: { message: 'boom' }, status: 500 }

function open() {
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <Dashboard />
    </SWRConfig>,
  )
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  seen.sections = ['sales', 'customers', 'billing', 'tenants', 'telephony', 'numbers', 'inventory']
  database.figures.mockReset().mockResolvedValue(good(figures))
  database.activity.mockReset().mockResolvedValue(good([]))
  database.calls.mockReset().mockResolvedValue(counted(0))
})

describe('the dashboard', () => {
  test('shows each figure with a link to the list behind it', async () => {
    open()
    expect(await screen.findByText('1,136')).toBeInTheDocument()
    expect(screen.getByText('worth $52,375')).toBeInTheDocument()
    const hrefs = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(hrefs).toContainEqual(['Suspended', '/app/tenants?status=suspended'])
    expect(hrefs).toContainEqual(['All seats used', '/app/tenants?full=true'])
    expect(hrefs).toContainEqual(['Open leads', '/app/sales?status=lead'])
    expect(hrefs).toContainEqual(['RMA', '/app/inventory?status=rma'])
    expect(hrefs).toContainEqual(['Below minimum', '/app/inventory?short=true'])
    expect(hrefs).toContainEqual(['Overdue invoices', '/app/app/customers?view=overdue'])
    expect(hrefs).toContainEqual(['Ports due', '/app/numbers?tab=ports&due=true'])
    expect(hrefs).toContainEqual(['Port drafts', '/app/numbers?tab=ports&state=draft'])
    expect(hrefs).toContainEqual(['Port exceptions', '/app/numbers?tab=ports&state=exception'])
    expect(screen.getByText('$1,281')).toBeInTheDocument()
  })

  test('says how many overdue invoices its dollars leave out', async () => {
    const billing = { overdue: 4, overdue_dollars: 1280.5, overdue_others: 1 }
    database.figures.mockResolvedValue(good({ ...figures, billing }))
    open()
    expect(await screen.findByText('$1,281, 1 not in dollars')).toBeInTheDocument()
  })

  test('charts today’s calls, with a description in words', async () => {
    open()
    expect(await screen.findByText('391')).toBeInTheDocument()
    expect(
      screen.getByRole('img', {
        name: 'Calls by hour, from 9:00 AM to 11:00 AM; busiest from 10:00 AM with 271 calls.',
      }),
    ).toBeInTheDocument()
  })

  test('counts the calls in progress at all tenants, and links them', async () => {
    database.calls.mockResolvedValue(counted(1240))
    open()
    expect(await screen.findByText('1,240')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Calls now' })).toHaveAttribute('href', '/app/calls')
  })

  test.each([
    ['no switch reports its calls', null],
    ['a switch has been silent', '2026-11-30T11:50:00Z'],
  ])('does not know the calls in progress when %s', async (_when, reported) => {
    database.calls.mockResolvedValue(counted(0, reported))
    open()
    expect(await screen.findByText('not reported')).toBeInTheDocument()
    const card = screen.getByRole('link', { name: 'Calls now' }).closest('.group') as HTMLElement
    expect(card).toHaveTextContent('Calls now—not reported')
  })

  test('does not ask for calls in progress that the role may not see', async () => {
    seen.sections = ['sales']
    database.figures.mockResolvedValue(good({ ...figures, telephony: null, tenants: null }))
    open()
    expect(await screen.findByText('12')).toBeInTheDocument()
    expect(screen.queryByText('Calls now')).not.toBeInTheDocument()
    expect(database.calls).not.toHaveBeenCalled()
  })

  test.each([
    ['Calls today', ['telephony', 'tenants', 'reports'], '/app/reports?days=today'],
    ['Calls today', ['telephony', 'tenants'], '/app/tenants'],
    ['Overdue invoices', ['billing', 'customers', 'reports'], '/app/app/customers?view=overdue'],
    ['Overdue invoices', ['billing', 'reports'], '/app/reports?view=business'],
  ])('links %s, for a role that sees %s, to %s', async (card, sections, href) => {
    seen.sections = sections
    open()
    expect(await screen.findByRole('link', { name: card })).toHaveAttribute('href', href)
  })

  test.each([
    ['Calls today', ['telephony']],
    ['Overdue invoices', ['billing', 'tenants']],
  ])(
    'links %s nowhere for a role that sees only %s and may go to no list of them',
    async (card, sections) => {
      seen.sections = sections
      open()
      expect(await screen.findByText(card)).toBeInTheDocument()
      expect(screen.queryByRole('link', { name: card })).not.toBeInTheDocument()
    },
  )

  test('shows a zero as a zero', async () => {
    open()
    await screen.findByText('1,136')
    const tenants = screen.getByRole('region', { name: 'Tenants' })
    expect(within(tenants).getByText('0')).toBeInTheDocument()
  })

  test('has only the sections the role may see', async () => {
    seen.sections = ['tenants', 'telephony']
    database.figures.mockResolvedValue(
      good({ ...figures, sales: null, billing: null, numbers: null, inventory: null }),
    )
    open()
    expect(await screen.findByText('23')).toBeInTheDocument()
    for (const title of ['Sales', 'Billing', 'Numbers', 'Inventory']) {
      expect(screen.queryByRole('heading', { name: title })).not.toBeInTheDocument()
    }
  })

  test('omits a figure the role may not see', async () => {
    seen.sections = ['tenants']
    database.figures.mockResolvedValue(
      good({ ...figures, sales: null, tenants: { active: 23, suspended: 2, full: null } }),
    )
    open()
    expect(await screen.findByText('23')).toBeInTheDocument()
    expect(screen.queryByText('All seats used')).not.toBeInTheDocument()
  })

  test('reserves space for its figures while they load', async () => {
    database.figures.mockReturnValue(new Promise(() => undefined))
    open()
    expect(screen.getByRole('link', { name: 'Open leads' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Porting' })).toBeInTheDocument()
  })

  test('welcomes a role that has no figures', async () => {
    seen.sections = []
    open()
    expect(screen.getByText('Welcome, Field technician.')).toBeInTheDocument()
    expect(screen.getByText('Nothing here for your role yet')).toBeInTheDocument()
    expect(await screen.findByText('No changes yet')).toBeInTheDocument()
  })

  test('reports when the figures could not be loaded, and retries', async () => {
    database.figures.mockResolvedValue(failed)
    open()
    expect(await screen.findByRole('alert')).toHaveTextContent('The figures could not be loaded')
    database.figures.mockResolvedValue(good(figures))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1,136')).toBeInTheDocument()
  })

  test('shows who changed what, and exactly when', async () => {
    database.activity.mockResolvedValue(
      good([
        {
          kinds: [{ table_name: 'tenants', action: 'update', count: 1 }],
          id: 'a1',
          at: '2026-02-02T08:00:00+00:00',
          actor: 'u2',
          actor_email: 'admin@demo.test',
          table_name: 'tenants',
          record_id: 't1',
          record_label: 'harbor.pbx.example',
          tenant_id: 't1',
          action: 'update',
          changes: { status: ['active', 'suspended'] },
        },
      ]),
    )
    open()
    const entry = (await screen.findByText('admin@demo.test')).closest('li') as HTMLElement
    expect(entry).toHaveTextContent('admin@demo.test changed the tenant harbor.pbx.example')
    expect(entry).toHaveTextContent('status')
    expect(within(entry).getByRole('link', { name: 'harbor.pbx.example' })).toHaveAttribute(
      'href',
      '/app/tenants/t1',
    )
    const time = within(entry).getByText(/ago|now/)
    expect(time).toHaveAttribute('datetime', '2026-02-02T08:00:00+00:00')
    await userEvent.hover(time)
    expect(time.title).toMatch(/2026/)
  })
})
