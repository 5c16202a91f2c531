import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { WonPlanForm } from '@/components/sales/won-plan-form'
import type { Movable } from '@/hooks/use-move-opportunity'
import { Refusal } from '@/lib/errors'
import type { PlanStart } from '@/lib/sales/won-plan'
import { open, openDialog, openOver } from '../records/fake-backend'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))

const start: PlanStart = {
  won: false,
  version: 4,
  company: {
    id: 'c1',
    name: 'Harbor Dental',
    status: 'prospect',
    tenant_id: null,
    code: null,
    time_zone: null,
  },
  domain: null,
  currency: 'USD',
  domain_suffix: 'pbx.example',
  seats: null,
  seats_billed: 0,
  extensions: 0,
  free: null,
  seats_sold: 2,
  licenses: [],
  numbers: 0,
  subscriptions: [],
  stock: [],
  runs: 0,
  accepted: null,
  billed_otherwise: null,
  added: null,
  made: null,
}

const openPlan = (given: Partial<PlanStart>) =>
  open(
    <WonPlanForm
      opportunity={{ id: 'o2', name: 'Again' } as Movable}
      start={{ ...start, ...given }}
      onOnlyWon={undefined}
      onClose={vi.fn()}
    />,
  )

test('a setup whose answer was lost says so in the form as it was filled in, and sets up the same again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  rpc
    .mockResolvedValueOnce({ data: null, error: { message: 'TypeError: fetch failed' }, status: 0 })
    .mockResolvedValue({ data: {}, error: null, status: 200 })
  const onClose = vi.fn()
  const opportunity = { id: 'o1', name: 'Ten seats' } as Movable
  const { user } = open(
    <WonPlanForm opportunity={opportunity} start={start} onOnlyWon={undefined} onClose={onClose} />,
  )
  const domain = screen.getByLabelText(/^Domain/)
  await user.clear(domain)
  await user.type(domain, 'harbor.pbx.example')
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.')
  expect(domain).toHaveValue('harbor.pbx.example')
  expect(onClose).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Set up' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [first, second] = rpc.mock.calls
  expect(first).toEqual(['run_won_plan', expect.objectContaining({ opportunity: 'o1' })])
  // The tenant's id too, so that it is created once.
  expect(second).toEqual(first)
})

test.each(['Licensed seats', 'New extensions', 'First extension', 'From'])(
  'without a tenant, what was left in "%s" does not keep the rest from being set up',
  async (label) => {
    rpc.mockReset().mockResolvedValue({ data: {}, error: null, status: 200 })
    const item = {
      id: 'i1',
      name: 'Hosted seat',
      quantity: 2,
      monthly_price: 22,
      one_off_price: 0,
      new: true,
    }
    const onClose = vi.fn()
    const { user } = open(
      <WonPlanForm
        opportunity={{ id: 'o4', name: 'Four seats' } as Movable}
        start={{ ...start, subscriptions: [item] }}
        onOnlyWon={undefined}
        onClose={onClose}
      />,
    )
    await user.clear(screen.getByLabelText(label))
    await user.click(screen.getByRole('button', { name: 'Set up' }))
    expect(await screen.findByText(/^Enter a (whole number|date)\.$/)).toBeVisible()
    expect(rpc).not.toHaveBeenCalled()
    await user.click(screen.getByLabelText('Create a tenant'))
    await user.click(screen.getByRole('button', { name: 'Set up' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(rpc.mock.calls[0]?.[1]).toMatchObject({
      plan: { tenant: null, extensions: null, subscriptions: null },
    })
  },
)

test('a model typed in small letters is the one in stock', async () => {
  const stocked = { ...start, stock: [{ model: 'T54W', in_stock: 1 }] }
  const opportunity = { id: 'o2', name: 'Two seats' } as Movable
  const { user } = open(
    <WonPlanForm opportunity={opportunity} start={stocked} onOnlyWon={undefined} onClose={vi.fn()} />,
  )
  expect(screen.getByText('Nothing is reserved or ordered without a model.')).toBeVisible()
  await user.type(screen.getByLabelText('Model 1'), 't54w')
  expect(screen.getByText('1 from stock, 1 to order')).toBeVisible()
})

test('an opportunity that is only marked as won closes the plan, and a refusal is shown there', async () => {
  const onlyWon = vi
    .fn(async () => undefined)
    .mockRejectedValueOnce(new Refusal('Someone else has saved this.', 409, 'conflict'))
  const opportunity = { id: 'o3', name: 'Three seats' } as Movable
  const { user, onClose } = openDialog((close) => (
    <WonPlanForm opportunity={opportunity} start={start} onOnlyWon={onlyWon} onClose={close} />
  ))
  await user.click(screen.getByRole('button', { name: 'Only mark it as won' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Someone else has saved this. Close and reopen this form.',
  )
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Only mark it as won' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a customer who is charged in another currency is not billed the dollar prices', async () => {
  rpc.mockReset().mockResolvedValue({ data: {}, error: null, status: 200 })
  const item = { id: 'i1', name: 'Hosted seat', quantity: 2, monthly_price: 22, one_off_price: 0, new: true }
  const euros = {
    ...start,
    company: { ...start.company, tenant_id: 't1' } as PlanStart['company'],
    currency: 'EUR',
    subscriptions: [item],
  } satisfies PlanStart
  const opportunity = { id: 'o3', name: 'Two seats in Cork' } as Movable
  const { user } = open(
    <WonPlanForm opportunity={opportunity} start={euros} onOnlyWon={undefined} onClose={vi.fn()} />,
  )
  expect(screen.queryByRole('group', { name: 'Bill what was sold' })).toBeNull()
  expect(screen.getByText(/This customer is charged in EUR/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  await waitFor(() => expect(rpc).toHaveBeenCalledOnce())
  expect(rpc.mock.calls[0]?.[1]).toMatchObject({ plan: { subscriptions: null } })
})

const made = {
  company_id: 'c1',
  tenant_id: null,
  tenant_made: false,
  extensions: [],
  stock: [],
  ordered: 0,
  subscriptions: [],
  charges: [],
  port_orders: [],
}

test('what was set up and undone leaves no active customer', () => {
  openPlan({ made })
  expect(screen.getByText(/^The company is/)).toHaveTextContent('The company is a prospect')
})

test.each([
  ['prospect', null, 'Harbor Dental becomes an active customer.'],
  ['suspended', null, 'Harbor Dental becomes an active customer.'],
  ['suspended', 't1', 'Harbor Dental stays suspended.'],
])('what becomes of a company that is %s, with the tenant %s, is said before', (status, tenant_id, said) => {
  const company = { ...start.company, status, tenant_id } as PlanStart['company']
  openPlan({ company })
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(new RegExp(`^${said}`))
})

test('lines that someone else changes while the plan is open are neither shown nor billed unseen', async () => {
  rpc.mockReset().mockResolvedValue({ data: {}, error: null, status: 200 })
  const item = { id: 'i1', name: 'Hosted seat', quantity: 10, monthly_price: 20, one_off_price: 0, new: true }
  const seen: PlanStart = { ...start, subscriptions: [item] }
  const { user, reload } = openOver(seen, (shown, close) => (
    <WonPlanForm
      opportunity={{ id: 'o5', name: 'Ten seats at 20' } as Movable}
      start={shown}
      onOnlyWon={undefined}
      onClose={close}
    />
  ))
  reload({ ...seen, version: 5, subscriptions: [{ ...item, quantity: 20, monthly_price: 2 }] })
  expect(screen.getByText(/Hosted seat/)).toHaveTextContent('10 × Hosted seat, $20.00 a month each')
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  await waitFor(() => expect(rpc).toHaveBeenCalledOnce())
  expect(rpc.mock.calls[0]?.[1]).toMatchObject({ plan: { version: 4 } })
})

test('another plan proposes to bill what is new alone, and bills the lines that are chosen', async () => {
  rpc.mockReset().mockResolvedValue({ data: {}, error: null, status: 200 })
  const seats = {
    id: 'i1',
    name: 'Hosted seat',
    quantity: 10,
    monthly_price: 20,
    one_off_price: 5,
    new: false,
  }
  const fax = { id: 'i2', name: 'Fax', quantity: 1, monthly_price: 9, one_off_price: 0, new: true }
  const company = { ...start.company, tenant_id: 't1' } as PlanStart['company']
  const { user } = openPlan({ won: true, runs: 1, made, company, subscriptions: [seats, fax] })
  const lines = screen.getByRole('group', { name: 'Bill what was sold' })
  const line = (name: string) => within(lines).getByRole('checkbox', { name })
  const [ofSeats, ofFax] = ['10 × Hosted seat, $20.00 a month and $5.00 once each', '1 × Fax, $9.00 a month']
  expect(line(ofSeats)).not.toBeChecked()
  expect(line(ofSeats)).toHaveAccessibleDescription(/^Not new/)
  expect(line(ofFax)).toBeChecked()
  const asked = async (items: string[] | null) => {
    rpc.mockClear()
    await user.click(screen.getByRole('button', { name: 'Set up' }))
    await waitFor(() => expect(rpc).toHaveBeenCalledOnce())
    const subscriptions = items && expect.objectContaining({ items })
    expect(rpc.mock.calls[0]?.[1]).toMatchObject({ plan: { subscriptions } })
  }
  await asked(['i2'])
  await user.click(line(ofFax))
  expect(within(lines).queryByLabelText('From')).toBeNull()
  await asked(null)
  await user.click(line(ofFax))
  await user.click(line(ofSeats))
  await asked(['i1', 'i2'])
})

test('lines that differ from the accepted quote are shown beside what the customer accepted', () => {
  const line = { name: 'Hosted seat', quantity: 10, monthly_price: 22, one_off_price: 0 }
  openPlan({
    accepted: {
      number: 'Q-2026-00012',
      revision: 1,
      accepted: [line],
      sold: [{ ...line, quantity: 12, monthly_price: 25 }],
    },
  })
  expect(
    screen.getByText('The customer accepted Q-2026-00012, whose lines differ from this opportunity’s'),
  ).toBeVisible()
  expect(screen.getByText('In the accepted quote: 10 × Hosted seat, $22.00 a month each.')).toBeVisible()
  expect(
    screen.getByText('In the opportunity, which is billed: 12 × Hosted seat, $25.00 a month each.'),
  ).toBeVisible()
})

test.each([
  [4, false],
  [5, true],
])(
  'a plan kept from version 4 and offered at version %d says that the lines changed since: %s',
  async (version, told) => {
    window.localStorage.clear()
    const { user, unmount } = openPlan({})
    await user.type(screen.getByLabelText(/^Domain/), 'x')
    unmount()
    openPlan({ version })
    expect(screen.getByText(/^You have unsaved changes from/)).toBeVisible()
    expect(screen.queryAllByText(/^This was saved again since then/)).toHaveLength(told ? 1 : 0)
  },
)

test('a line of which some come back and others are added is chosen once, with the price of each', async () => {
  rpc.mockReset().mockResolvedValue({ data: {}, error: null, status: 200 })
  const line = { id: 'i1', name: 'Hosted seat', monthly_price: 22, new: true }
  const { user } = openPlan({
    company: { ...start.company, tenant_id: 't1' } as PlanStart['company'],
    subscriptions: [
      { ...line, quantity: 2, one_off_price: 0 },
      { ...line, quantity: 4, one_off_price: 5 },
    ],
  })
  const box = screen.getByRole('checkbox', {
    name: '2 × Hosted seat, $22.00 a month each; 4 × Hosted seat, $22.00 a month and $5.00 once each',
  })
  expect(box).toBeChecked()
  await user.click(box)
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  await waitFor(() => expect(rpc).toHaveBeenCalledOnce())
  expect(rpc.mock.calls[0]?.[1]).toMatchObject({ plan: { subscriptions: { items: ['i1'] } } })
})

test('seats of other products that were sold are proposed, and set up as they are typed', async () => {
  rpc.mockReset().mockResolvedValue({ data: {}, error: null, status: 200 })
  const { user } = openPlan({
    company: { ...start.company, tenant_id: 't1' } as PlanStart['company'],
    licenses: [
      { product: 'call_center_agent', purchased: 5, sold: 4 },
      { product: 'fax', purchased: 0, sold: 1 },
    ],
  })
  const agents = screen.getByLabelText('New seats: Call-center agents')
  expect(agents).toHaveValue('4')
  expect(agents).toHaveAccessibleDescription('5 purchased so far.')
  await user.clear(agents)
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  expect(await screen.findByText('Enter a whole number.')).toBeVisible()
  await user.type(agents, '3')
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  await waitFor(() => expect(rpc).toHaveBeenCalledOnce())
  expect(rpc.mock.calls[0]?.[1]).toMatchObject({ plan: { licenses: { call_center_agent: 3, fax: 1 } } })
})
