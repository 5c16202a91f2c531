import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ContactRows } from '@/components/customers/contact-rows'
import { RecordForm } from '@/components/records/record-form'
import { customer } from '@/lib/resources/customer'
import { salesCompany } from '@/lib/resources/sales-company'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]), from: () => tableOf(() => answer([])) }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

beforeEach(() => grant('customers', 'view', 'create', 'edit'))

/** The form of a new customer, with its contacts. */
const openForm = () =>
  open(
    <RecordForm
      resource={customer}
      stored={null}
      sections={ContactRows}
      onClose={vi.fn()}
      onSaved={vi.fn()}
    />,
  )

test('a contact added after a rejected save is flagged only if saved without a name', async () => {
  const { user } = openForm()
  const create = () => user.click(screen.getByRole('button', { name: 'Create customer' }))
  const add = () => user.click(screen.getByRole('button', { name: 'Add a contact' }))
  const noName = () => screen.queryAllByText('Enter a name.')
  const settled = () => act(async () => undefined)
  await create()
  expect(await screen.findByText('Enter the legal name.')).toBeInTheDocument()
  await add()
  await settled()
  expect(noName()).toEqual([])
  expect(screen.getByText('Check Legal name.')).toBeInTheDocument()

  await create()
  await waitFor(() => expect(noName()).toHaveLength(1))
  // A second error does not clear the first one.
  await add()
  await settled()
  expect(noName()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Remove contact 1' }))
  await settled()
  expect(noName()).toEqual([])
  await create()
  await waitFor(() => expect(noName()).toHaveLength(1))
})

test('focus stays among the contacts when one is removed', async () => {
  const { user } = openForm()
  for (let n = 0; n < 3; n++) await user.click(screen.getByRole('button', { name: 'Add a contact' }))
  const remove = async (n: number) => {
    screen.getByRole('button', { name: `Remove contact ${n}` }).focus()
    await user.keyboard('{Enter}')
  }
  await remove(1)
  expect(screen.getByRole('button', { name: 'Remove contact 1' })).toHaveFocus()
  await remove(2)
  expect(screen.getByRole('button', { name: 'Remove contact 1' })).toHaveFocus()
  await remove(1)
  expect(screen.queryByRole('button', { name: /^Remove contact/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Add a contact' })).toHaveFocus()
})

test.each([
  ['customers', ['view', 'edit'], 0],
  ['customers', ['view', 'create', 'edit'], 1],
  ['sales', ['view', 'create', 'edit'], 1],
  ['sales', ['view', 'create'], 0],
] as const)(
  'of who has in %s the rights %s, a stored company’s form offers to add a contact: %i',
  (section, rights, offered) => {
    grant(section, ...rights)
    const contact = { id: 'p1', version: 1, name: 'Ann Lee', role: '', email: null, phone: null }
    const stored = { id: 'c1', version: 1, name: 'Harbor Lane Dental', contacts: [contact] }
    open(
      <RecordForm
        resource={section === 'sales' ? salesCompany : customer}
        stored={stored as never}
        sections={ContactRows}
        onClose={vi.fn()}
        onSaved={vi.fn()}
      />,
    )
    expect(screen.getByDisplayValue('Ann Lee')).toBeVisible()
    expect(screen.queryAllByRole('button', { name: 'Add a contact' })).toHaveLength(offered)
    const mayEdit = screen.queryAllByRole('button', { name: 'Remove contact 1' }).length
    expect(mayEdit).toBe(rights.some((right) => right === 'edit') ? 1 : 0)
  },
)
