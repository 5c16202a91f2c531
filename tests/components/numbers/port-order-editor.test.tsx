import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PortOrderEditor } from '@/components/numbers/port-order-editor'
import { RecordForm } from '@/components/records/record-form'
import type { RecordRow } from '@/lib/records/field'
import { portOrder } from '@/lib/resources/port-order'
import { storeDraft } from '@/lib/session/drafts'
import { grant } from '../fake-member'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const ada = vi.hoisted(() => ({ id: 'ada' }))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ada,
  subscribeToUser: () => () => undefined,
}))
const stored = vi.hoisted(() => ({ save: vi.fn(), upload: vi.fn() }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async (name: string, asked: unknown) =>
      name === 'save_record' ? answer(stored.save(asked)) : answer([]),
    from: () => tableOf(() => answer([])),
    storage: { from: () => ({ upload: stored.upload }) },
  }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('numbers', 'view', 'create', 'edit')

beforeEach(() => {
  window.localStorage.clear()
  stored.upload.mockReset().mockResolvedValue({ error: null })
  stored.save
    .mockReset()
    .mockImplementation(({ record, record_values }) => ({ ...record_values, id: record, version: 1 }))
})

const openNew = () => openOrder(null)
const openOrder = (order: RecordRow | null) =>
  open(
    <RecordForm
      resource={portOrder}
      stored={order}
      editor={PortOrderEditor}
      onClose={vi.fn()}
      onSaved={vi.fn()}
    />,
  )
const numbers = () => screen.getByRole('textbox', { name: 'Numbers' })

test('numbers typed earlier are restored into the input, where editing can continue', async () => {
  storeDraft(`port_orders ${TENANT.id} new`, null, {
    port_order_numbers: [{ id: 'n1', number: '+12075550107' }],
  })
  const { user } = openNew()
  expect(numbers()).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(numbers()).toHaveValue('(207) 555-0107')
  await user.type(numbers(), '{Enter}front desk')
  expect(numbers()).toHaveValue('(207) 555-0107\nfront desk')
  expect(screen.getByText('One line is left out')).toBeInTheDocument()
  expect(screen.getByText(/^1 number\./)).toBeInTheDocument()
})

test('numbers typed earlier are restored over what others have added and removed since', async () => {
  const [first, second, mine, theirs] = ['07', '08', '09', '10'].map((end) => ({
    id: `n${end}`,
    number: `+120755501${end}`,
    route_id: null,
  }))
  storeDraft(
    `port_orders ${TENANT.id} o1`,
    1,
    { port_order_numbers: [first, second, mine] },
    { before: { port_order_numbers: [first, second] } },
  )
  const { user } = openOrder({
    ...portOrder.blank,
    id: 'o1',
    version: 2,
    name: 'All numbers',
    state: 'draft',
    for_tenant_id: TENANT.id,
    port_order_numbers: [first, theirs],
  })
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  const notice = screen.getByText('This record was saved again since you typed this')
  await user.click(
    within(notice.closest('[role=alert]') as HTMLElement).getByRole('button', { name: 'Save' }),
  )
  await waitFor(() => expect(stored.save).toHaveBeenCalledOnce())
  const saved = stored.save.mock.lastCall?.[0].children.port_order_numbers.rows as { id: string }[]
  expect(saved.map(({ id }) => id).toSorted()).toEqual(['n07', 'n09', 'n10'])
})

test('a number that is mistyped and corrected keeps its own route', async () => {
  const number = { id: 'n1', number: '+12075550107', route_id: 'fax box' }
  const { user } = openOrder({
    ...portOrder.blank,
    id: 'o1',
    version: 1,
    name: 'All numbers',
    state: 'draft',
    for_tenant_id: TENANT.id,
    port_order_numbers: [number],
  })
  await user.type(numbers(), '{Backspace}')
  expect(screen.getByText('One line is left out')).toBeInTheDocument()
  await user.type(numbers(), '7{Enter}(207) 555-0108')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(stored.save).toHaveBeenCalledOnce())
  expect(stored.save.mock.lastCall?.[0].children.port_order_numbers.rows).toEqual([
    number,
    { id: expect.any(String), number: '+12075550108', route_id: null },
  ])
})

test('a port order has what carriers ask for', () => {
  openNew()
  for (const name of [
    'Losing carrier',
    'Account number',
    'Transfer PIN',
    'Billing number',
    'Authorized person',
    'Service address',
    'Numbers',
  ]) {
    expect(screen.getByRole('textbox', { name })).toBeVisible()
  }
  expect(screen.getByLabelText('Requested date')).toHaveAttribute('type', 'date')
  expect(screen.getByLabelText('Signed letter')).toHaveAttribute('type', 'file')
})

test('a rejected order says why, and how it is submitted again', () => {
  const reason = 'The account number does not match the bill.'
  openOrder({ ...portOrder.blank, id: 'o1', version: 1, state: 'exception', exception_reason: reason })
  expect(screen.getByRole('alert')).toHaveTextContent(`Exception${reason}`)
  expect(screen.getByRole('alert')).toHaveTextContent('choose “Submit again” from its actions in the list')
})

test.each(['ported', 'cancelled'])('an order that is %s keeps its tenant, and routes nothing', (state) => {
  openOrder({ ...portOrder.blank, id: 'o1', version: 1, state, for_tenant_id: TENANT.id })
  for (const name of ['For the tenant', 'Route to after porting'])
    expect(screen.getByRole('combobox', { name })).toBeDisabled()
})

test('numbers that stay at the losing carrier are taken off a rejected order, but not all of them', async () => {
  const [left, stays] = [
    { id: 'n1', number: '+12075550107' },
    { id: 'n2', number: '+12075550108' },
  ]
  const port_order_numbers = [left, stays]
  const order = { ...portOrder.blank, id: 'o1', version: 1, name: 'All numbers', port_order_numbers }
  const { user } = openOrder({ ...order, state: 'exception', exception_reason: 'Not on the account.' })
  await user.click(screen.getByRole('button', { name: /^Take off.*555-0108$/ }))
  expect(screen.queryByRole('button', { name: /^Take off/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const children = { port_order_numbers: { parent: 'port_order_id', rows: [expect.objectContaining(left)] } }
  await waitFor(() => expect(stored.save).toHaveBeenCalledWith(expect.objectContaining({ children })))
})

test('a tenant chosen by mistake can be removed from an order', async () => {
  const { user } = openOrder({
    ...portOrder.blank,
    id: 'o1',
    version: 1,
    name: 'All numbers',
    state: 'draft',
    for_tenant_id: TENANT.id,
  })
  await user.click(screen.getByRole('combobox', { name: 'For the tenant' }))
  await user.click(await screen.findByRole('option', { name: 'No tenant' }))
  expect(screen.getByRole('combobox', { name: 'For the tenant' })).toHaveTextContent('No tenant')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(stored.save).toHaveBeenCalledWith(
      expect.objectContaining({ record_values: expect.objectContaining({ for_tenant_id: null }) }),
    ),
  )
})

describe('the transfer PIN and the letter of authorization of a new port order', () => {
  const fetched = vi.fn<(path: string, asked: { body: string }) => Promise<Response>>()
  async function fillIn() {
    const onSaved = vi.fn()
    const { user } = open(
      <RecordForm
        resource={portOrder}
        stored={null}
        editor={PortOrderEditor}
        onClose={vi.fn()}
        onSaved={onSaved}
      />,
    )
    vi.stubGlobal('fetch', fetched)
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'All numbers')
    await user.type(screen.getByRole('textbox', { name: 'Transfer PIN' }), '4711')
    const letter = new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Signed letter'), letter)
    const create = () => user.click(screen.getByRole('button', { name: 'Create port order' }))
    return { user, onSaved, create }
  }
  const bodies = () => fetched.mock.calls.map(([path, { body }]) => [path, JSON.parse(body)])

  test('are stored right after the order, under its id', async () => {
    fetched.mockReset().mockImplementation(async () => Response.json({}))
    const { onSaved, create } = await fillIn()
    await create()
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    const order = stored.save.mock.calls[0]?.[0].record
    expect(bodies()).toEqual([
      [
        '/api/secrets/set',
        { owner_table: 'port_orders', owner: order, field: 'transfer_pin', tenant: TENANT.id, value: '4711' },
      ],
      ['/api/numbers/letters', { order, path: stored.upload.mock.calls[0]?.[0], name: 'letter.pdf' }],
    ])
    expect(window.localStorage.length).toBe(0)
  })

  test('are retried for the stored order, and only then the form closes', async () => {
    fetched.mockReset().mockImplementation(async () => Response.json({}))
    fetched.mockImplementationOnce(async () => Response.json({ message: 'Too long.' }, { status: 400 }))
    const { user, onSaved, create } = await fillIn()
    await create()
    expect(
      await screen.findByText(/^The port order is stored, but not everything in this form/),
    ).toHaveTextContent('Too long.')
    expect(onSaved).not.toHaveBeenCalled()
    await user.type(screen.getByRole('textbox', { name: 'Transfer PIN' }), '1')
    await create()
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(stored.save.mock.calls.map(([{ expected_version }]) => expected_version)).toEqual([null, 1])
    const again = bodies().slice(1)
    expect(again).toContainEqual(['/api/secrets/set', expect.objectContaining({ value: '47111' })])
    expect(again).toContainEqual(['/api/numbers/letters', expect.anything()])
  })
})
