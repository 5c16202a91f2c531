import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CallPage } from '@/components/cdr/call-page'
import { TenantContext } from '@/hooks/use-tenant'
import type { Call } from '@/lib/cdr/call-list'
import type { Tenant } from '@/lib/tenants/tenant'
import { grant } from '../fake-member'

const rpc = vi.fn()
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

const tenant = { id: 't1', time_zone: 'America/New_York', domain: 'harbor.pbx.example' } as Tenant
const call: Call = {
  id: '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
  start_at: '2026-01-14T14:12:30+00:00',
  direction: 'inbound',
  from_number: '+12125550142',
  from_name: 'Dispatch',
  to_number: '+12075550107',
  did: '+12075550107',
  extension: '1001',
  account_code: 'ACME-1',
  ring_seconds: 4,
  talk_seconds: 3725,
  status: 'answered',
  hangup_cause: 'NORMAL_CLEARING',
  mos: 3.1,
  recording: null,
  sort_value: '2026-01-14T14:12:30.000000Z',
}

let answers: Record<string, () => unknown>
const asked = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)

function open(address = '?from=2026-01-14&until=2026-01-14') {
  const onUrlUpdate = vi.fn<(event: UrlUpdateEvent) => void>()
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0 }}>
      <NuqsTestingAdapter searchParams={address} onUrlUpdate={onUrlUpdate} hasMemory>
        <TenantContext value={tenant}>
          <CallPage />
        </TenantContext>
      </NuqsTestingAdapter>
    </SWRConfig>,
  )
  return { onUrlUpdate, user: userEvent.setup() }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  grant('telephony', 'view', 'create', 'export')
  answers = {
    cdr_page: () => [call],
    cdr_count: () => 1,
    cdr_chart: () => [
      { bucket: '2026-01-14T09:00:00', status: 'answered', calls: 1, talk_seconds: 3725, ring_seconds: 4 },
    ],
  }
  rpc.mockReset().mockImplementation(async (name: string) => {
    try {
      return { data: answers[name]?.(), error: null, status: 200 }
    } catch (error) {
      return { data: null, error, status: 500 }
    }
  })
})

const table = () => screen.findByRole('table', { name: 'Calls' })

describe('the call list of a tenant', () => {
  test('shows calls in readable terms and the tenant’s time zone', async () => {
    open()
    const row = await within(await table()).findByRole('row', { name: /9:12:30/ })
    expect(row).toHaveTextContent('Inbound')
    expect(row).toHaveTextContent('(212) 555-0142Dispatch')
    expect(row).toHaveTextContent('1 hr 2 mins 5 secs')
    expect(row).toHaveTextContent('Normal clearing')
    expect(row).toHaveTextContent('3.10 (poor)')
  })

  test.each([
    ['here', 'Yes'],
    ['not here', 'Not here'],
  ] as const)('says of a recorded call whether its recording is %s', async (recording, words) => {
    answers.cdr_page = () => [{ ...call, recording }]
    open()
    const row = await within(await table()).findByRole('row', { name: /9:12:30/ })
    expect(within(row).getByRole('cell', { name: words })).toBeVisible()
  })

  test('says where the internal calls to an extension are, when it is filtered by one', async () => {
    const { user } = open()
    await table()
    expect(screen.queryByText(/filter by number/)).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Extension' }), '1002')
    expect(await screen.findByText(/^An internal call .* filter by number\.$/)).toBeVisible()
  })

  test('shows today’s calls unless the address says otherwise', async () => {
    open('')
    await table()
    const [{ first_day, last_day }] = asked('cdr_page')
    expect(first_day).toBe(last_day)
    expect(first_day).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: tenant.time_zone }).format())
  })

  test('requests calls as the address says', async () => {
    open(
      '?from=2026-01-01&until=2026-01-14&number=0142&match=end&status=missed&minTalk=60&recorded=true&sort=talk&desc=false',
    )
    await table()
    expect(asked('cdr_page')[0]).toMatchObject({
      tenant: 't1',
      first_day: '2026-01-01',
      last_day: '2026-01-14',
      filters: { number: '0142', number_match: 'end', status: 'missed', min_talk: 60, recorded: true },
      sort_by: 'talk',
      descending: false,
    })
    expect(asked('cdr_chart')[0]).toMatchObject({ filters: { status: 'missed' } })
    expect(screen.getByText(/only direction and status apply/)).toBeVisible()
  })

  test('applies the chosen filters, starting at the first page', async () => {
    const { onUrlUpdate, user } = open(
      '?from=2026-01-14&until=2026-01-14&after=1b8022fb-1fd7-4d51-81ae-3b153fb4fd35.x',
    )
    await table()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Busy')
    await waitFor(() => expect(asked('cdr_page').at(-1)).toMatchObject({ filters: { status: 'busy' } }))
    expect(asked('cdr_page').at(-1)?.after_id).toBeUndefined()
    expect(onUrlUpdate.mock.lastCall?.[0].queryString).toContain('status=busy')
  })

  test('lists the calls of an account code', async () => {
    const { onUrlUpdate, user } = open()
    await table()
    await user.type(screen.getByRole('textbox', { name: 'Account code' }), 'ACME-1')
    await waitFor(() =>
      expect(asked('cdr_page').at(-1)).toMatchObject({ filters: { account_code: 'ACME-1' } }),
    )
    await waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toContain('accountCode=ACME-1'))
  })

  test('shows a count above 10,000 as 10,000+', async () => {
    answers.cdr_count = () => 10_001
    answers.cdr_page = () => Array.from({ length: 51 }, (_, n) => ({ ...call, id: `call-${n}` }))
    open()
    expect(await screen.findByText('50 calls on this page of 10,000+')).toBeVisible()
  })

  test('distinguishes no calls, no matching calls and a failure', async () => {
    answers.cdr_page = () => []
    open()
    expect(await screen.findByText('No calls in this period')).toBeVisible()
  })

  test('offers the unfiltered list when none match', async () => {
    answers.cdr_page = () => []
    const { onUrlUpdate, user } = open('?from=2026-01-14&until=2026-01-14&status=busy')
    await user.click((await screen.findAllByRole('button', { name: 'Clear filters' })).at(-1) as HTMLElement)
    expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?from=2026-01-14&until=2026-01-14')
  })

  test('reports when calls could not be loaded', async () => {
    answers.cdr_page = () => {
      throw new Error('down')
    }
    open()
    expect(await screen.findByText('The calls could not be loaded')).toBeVisible()
  })

  test('offers the export only to users who may export', async () => {
    open()
    expect(screen.getByRole('button', { name: 'Export' })).toBeVisible()
    grant('telephony', 'view')
    open()
    expect(screen.getAllByRole('button', { name: 'Export' })).toHaveLength(1)
  })

  test('an export that the server cannot start now is told, kept as it was asked for, and can be tried again', async () => {
    const busy = 'Two of your exports are still running. Try again when one of them has finished.'
    const exports = vi
      .fn()
      .mockResolvedValueOnce(Response.json({ message: busy }, { status: 503 }))
      .mockResolvedValueOnce(
        new Response('Start,From', {
          headers: { 'content-disposition': 'attachment; filename="calls-harbor.csv"' },
        }),
      )
    vi.stubGlobal('fetch', exports)
    const saved = vi.fn()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved(this.download)
    })
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:calls')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    const told = await screen.findByRole('alert')
    expect(told).toHaveTextContent(busy)
    expect(saved).not.toHaveBeenCalled()

    // The page shows other calls by then.
    await user.type(screen.getByRole('searchbox', { name: 'Digits of the number' }), '0142')
    await user.click(within(told).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith('calls-harbor.csv'))
    expect(await (createObjectURL.mock.lastCall?.[0] as Blob | undefined)?.text()).toBe('Start,From')
    expect(told).not.toBeInTheDocument()
    const [first, second] = exports.mock.calls.map(([url]) => url)
    expect(first).toContain('/api/tenants/t1/cdr-export?from=2026-01-14')
    expect(second).toBe(first)
  })

  test('offers the chart as a table too', async () => {
    const { user } = open()
    const link = await screen.findByText('Show the figures as a table')
    const named = { name: 'Calls by hour and status', hidden: true }
    expect(screen.queryByRole('table', named)).not.toBeInTheDocument()
    await user.click(link)
    const figures = await screen.findByRole('table', named)
    expect(within(figures).getByRole('row', { name: 'Jan 14, 9 AM 1 1' })).toBeVisible()
  })
})
