import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { TenantTable } from '@/components/tenants/tenant-table'
import { permissionsFrom } from '@/lib/session/permissions'
import type { TenantRow } from '@/lib/tenants/tenant-list'

const rpc = vi.fn()
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
const member = vi.hoisted(() => ({ sections: ['tenants', 'telephony'] }))
vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({
    permissions: permissionsFrom(member.sections.map((section) => ({ section, action: 'view' }))),
  }),
}))

const ID = '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const tenant: TenantRow = {
  id: ID,
  company_id: 'c1',
  company_name: 'Harbor Lane Dental',
  tenant_code: 'harbor-lane',
  domain: 'harbor-lane.pbx.example',
  time_zone: 'America/New_York',
  status: 'active',
  extension_limit: 15,
  extensions: 13,
  dids: 4,
  devices: 10,
  calls_today: 47,
  errors: 2,
  warnings: 5,
  created_at: '2025-01-15T15:00:00+00:00',
  sort_value: 'Harbor Lane Dental',
}

let calls: { tenant_id: string; calls: number; waiting: number }[]
let callsNow: { count: number; now: string; reported_at: string | null }
let answerList: () => Promise<unknown>
const rows = (data: TenantRow[]) => async () => ({ data, error: null, status: 200 })
const listCalls = () => rpc.mock.calls.filter(([name]) => name === 'tenant_list').map(([, asked]) => asked)

function open(address = '') {
  const onUrlUpdate = vi.fn<(event: UrlUpdateEvent) => void>()
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0 }}>
      <NuqsTestingAdapter searchParams={address} onUrlUpdate={onUrlUpdate} hasMemory>
        <TenantTable />
      </NuqsTestingAdapter>
    </SWRConfig>,
  )
  return { onUrlUpdate, user: userEvent.setup() }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  member.sections = ['tenants', 'telephony']
  answerList = rows([tenant])
  calls = []
  const now = new Date().toISOString()
  callsNow = { count: 1204, now, reported_at: now }
  rpc.mockReset().mockImplementation(async (name: string) =>
    name === 'tenant_list'
      ? answerList()
      : name === 'live_counts'
        ? { data: calls, error: null, status: 200 }
        : name === 'calls_now'
          ? { data: callsNow, error: null, status: 200 }
          : {
              data: [{ time_zone: 'America/New_York' }, { time_zone: 'America/Denver' }],
              error: null,
              status: 200,
            },
  )
})

describe('the tenant list', () => {
  test('shows a tenant with its figures and a link', async () => {
    open()
    const link = await screen.findByRole('link', { name: 'Harbor Lane Dental' })
    expect(link).toHaveAttribute('href', `/app/tenants/${ID}`)
    const row = link.closest('tr') as HTMLElement
    expect(within(row).getByText('13 / 15')).toBeInTheDocument()
    expect(within(row).getByText('Active')).toBeInTheDocument()
  })

  test('shows that it is loading until the first response', async () => {
    answerList = () => new Promise(() => undefined)
    open()
    expect(await screen.findByText('Loading Tenants')).toBeInTheDocument()
    expect(screen.queryByText('No tenants yet')).not.toBeInTheDocument()
  })

  test('says when there are none yet', async () => {
    answerList = rows([])
    open()
    expect(await screen.findByText('No tenants yet')).toBeInTheDocument()
    // It keeps its space, so that the list does not move.
    expect(screen.getByRole('button', { name: 'Clear filters' })).toHaveClass('invisible')
  })

  test('says when nothing matches, and clears search and filters', async () => {
    answerList = rows([])
    const { user, onUrlUpdate } = open('?q=zzz&status=active&zone=America/Denver&full=true&sort=created')
    expect(await screen.findByText('No tenant matches')).toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement)
    await waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?sort=created'))
    expect(screen.getByRole('searchbox', { name: 'Search tenants' })).toHaveValue('')
  })

  test('reports when it could not be loaded, and retries', async () => {
    answerList = async () => ({ data: null, error: { message: 'boom' }, status: 500 })
    const { user } = open()
    expect(await screen.findByRole('alert')).toHaveTextContent('The tenants could not be loaded')
    answerList = rows([tenant])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Harbor Lane Dental' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('requests what the address says', async () => {
    open(`?q=harbor&status=suspended&zone=America/Denver&full=true&sort=created&desc=true&after=${ID}.Harbor`)
    await waitFor(() =>
      expect(listCalls().at(-1)).toMatchObject({
        search: 'harbor',
        only_status: 'suspended',
        only_time_zone: 'America/Denver',
        only_full: true,
        sort_by: 'created',
        descending: true,
        after_id: ID,
        after_value: 'Harbor',
      }),
    )
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('suspended')
  })

  test('falls back to defaults for invalid values in the address', async () => {
    open('?status=gone&sort=password&desc=maybe&after=1')
    await waitFor(() =>
      expect(listCalls().at(-1)).toMatchObject({
        only_status: undefined,
        sort_by: 'company',
        descending: false,
        after_id: undefined,
      }),
    )
  })

  test('keeps every keystroke, searches after a pause, and replaces the history entry', async () => {
    const { onUrlUpdate } = open(`?after=${ID}.Harbor`)
    await screen.findByRole('link', { name: 'Harbor Lane Dental' })
    const before = listCalls().length
    const box = screen.getByRole('searchbox', { name: 'Search tenants' })
    // Letter after letter without a pause, however slow the machine.
    for (const letter of 'glacier') {
      fireEvent.change(box, { target: { value: `${(box as HTMLInputElement).value}${letter}` } })
    }
    expect(box).toHaveValue('glacier')
    await waitFor(() => expect(listCalls().at(-1)).toMatchObject({ search: 'glacier', after_id: undefined }))
    expect(listCalls()).toHaveLength(before + 1)
    // The words and the page's end reach the address together, or shortly after each other.
    await waitFor(() =>
      expect(onUrlUpdate.mock.lastCall?.[0]).toMatchObject({
        queryString: '?q=glacier',
        options: { history: 'replace' },
      }),
    )
  })

  test('adds a history entry for each filter and sort change', async () => {
    const { user, onUrlUpdate } = open()
    await screen.findByRole('option', { name: 'America/Denver' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'America/Denver')
    await waitFor(() =>
      expect(onUrlUpdate.mock.lastCall?.[0]).toMatchObject({
        queryString: '?zone=America/Denver',
        options: { history: 'push' },
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Created' }))
    await waitFor(() =>
      expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?zone=America/Denver&sort=created'),
    )
  })

  const many = Array.from({ length: 51 }, (_, n) => ({
    ...tenant,
    id: ID.replace(/.{2}$/, String(n).padStart(2, '0')),
    sort_value: `Company ${n}`,
  }))

  test('pages by cursor and returns to the first page when the order changes', async () => {
    answerList = rows(many)
    const { user, onUrlUpdate } = open()
    expect(await screen.findByText('50 tenants on this page')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() =>
      expect(listCalls().at(-1)).toMatchObject({ after_id: many[49]?.id, after_value: 'Company 49' }),
    )
    await waitFor(() =>
      expect(onUrlUpdate.mock.lastCall?.[0].searchParams.get('after')).toContain('Company 49'),
    )
    await user.click(await screen.findByRole('button', { name: 'Code' }))
    await waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?sort=code'))
  })

  test('turns the page while it is being refreshed, of which a screen reader says nothing', async () => {
    answerList = rows(many)
    const { user } = open()
    const next = await screen.findByRole('button', { name: 'Next' })
    answerList = () => new Promise(() => undefined)
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(listCalls()).toHaveLength(2))
    expect(screen.queryByText('Loading Tenants')).not.toBeInTheDocument()
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false')
    await user.click(next)
    await waitFor(() => expect(listCalls().at(-1)).toMatchObject({ after_id: many[49]?.id }))
    expect(next).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByText('Loading Tenants')).toBeInTheDocument()
  })

  test('keeps its rows when they could not be refreshed, and says so', async () => {
    open()
    await screen.findByRole('link', { name: 'Harbor Lane Dental' })
    answerList = async () => ({ data: null, error: { message: 'boom' }, status: 500 })
    fireEvent(window, new Event('online'))
    expect(await screen.findByRole('alert')).toHaveTextContent('The tenants could not be loaded')
    expect(screen.getByRole('link', { name: 'Harbor Lane Dental' })).toBeInTheDocument()
  })

  test('does not show the rows of another query when its own could not be loaded', async () => {
    const { user } = open()
    await screen.findByRole('link', { name: 'Harbor Lane Dental' })
    answerList = async () => ({ data: null, error: { message: 'boom' }, status: 500 })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Suspended')
    expect(await screen.findByRole('alert')).toHaveTextContent('The tenants could not be loaded')
    expect(screen.queryByRole('link', { name: 'Harbor Lane Dental' })).not.toBeInTheDocument()
    expect(screen.queryByText('Loading Tenants')).not.toBeInTheDocument()
  })

  const callsOf = (company: string) => {
    const row = screen.getByRole('link', { name: company }).closest('tr') as HTMLElement
    const place = screen
      .getAllByRole('columnheader')
      .findIndex((header) => header.textContent === 'Calls now')
    return within(row).getAllByRole('cell')[place]
  }

  test('shows how many calls each tenant has in progress', async () => {
    answerList = rows([tenant, { ...tenant, id: 't2', company_name: 'Glacier Bay Tours' }])
    calls = [{ tenant_id: ID, calls: 1204, waiting: 2 }]
    open()
    await waitFor(() => expect(callsOf('Harbor Lane Dental')).toHaveTextContent('1,204'))
    expect(rpc).toHaveBeenCalledWith('live_counts', { tenants: [ID, 't2'] })
    expect(callsOf('Glacier Bay Tours')).toHaveTextContent('0')
  })

  test('shows no number of calls while a switch does not report them', async () => {
    calls = [{ tenant_id: ID, calls: 12, waiting: 0 }]
    callsNow = { ...callsNow, reported_at: new Date(Date.parse(callsNow.now) - 60_000).toISOString() }
    open()
    await screen.findByRole('link', { name: 'Harbor Lane Dental' })
    await waitFor(() => expect(callsOf('Harbor Lane Dental')).toHaveTextContent('—'))
  })

  test('hides figures that only telephony staff may see', async () => {
    member.sections = ['tenants']
    open()
    await screen.findByRole('link', { name: 'Harbor Lane Dental' })
    expect(screen.queryByText('13 / 15')).not.toBeInTheDocument()
    expect(screen.queryByRole('columnheader', { name: 'Calls now' })).not.toBeInTheDocument()
    expect(rpc).not.toHaveBeenCalledWith('live_counts', expect.anything())
    expect(screen.queryByRole('combobox', { name: 'Seats' })).not.toBeInTheDocument()
  })
})
