import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CustomerForm, CustomerPage } from '@/components/customers/customer-page'
import { useRefreshRecords } from '@/hooks/use-write'
import { customerPath } from '@/lib/record-paths'
import type { RecordRow } from '@/lib/records/field'
import { customer } from '@/lib/resources/customer'
import { ACTIONS } from '@/lib/session/permissions'
import { grant } from '../fake-member'
import { answer, open, openOver, tableOf } from '../records/fake-backend'

const ID = '1b8022fb-1fd7-4d51-81ae-3b153fb4fd36'
const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
const router = vi.hoisted(() => ({ query: {} as Record<string, string>, push: vi.fn(), replace: vi.fn() }))
/** Called when a page is about to be left. */
const leaving = vi.hoisted(() => new Set<(path: string) => void>())
vi.mock('next/router', () => ({
  useRouter: () => router,
  default: {
    events: {
      on: (event: string, leave: () => void) => event === 'routeChangeStart' && leaving.add(leave),
      off: (_event: string, leave: () => void) => leaving.delete(leave),
    },
    beforePopState: vi.fn(),
  },
}))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'someone' }),
  subscribeToUser: () => () => undefined,
}))
vi.mock('@/components/trail/record-history', () => ({
  RecordHistory: ({ onReverted }: { onReverted: () => void }) => (
    <button type="button" onClick={onReverted}>
      Revert
    </button>
  ),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('customers', ...ACTIONS)

vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'someone' }) }))

const row: RecordRow = {
  ...customer.blank,
  id: ID,
  version: 3,
  name: 'Harbor Dental',
  website: 'harbor.example',
  domain_uuid: null,
  contacts: [],
}
let stored: RecordRow
const saves = () =>
  backend.rpc.mock.calls.filter(([name]) => name === 'save_record').map(([, asked]) => asked)

/** Refetches the page's records, as each write on the page does. */
function Refetch() {
  const refetch = useRefreshRecords()
  return (
    <button type="button" onClick={() => void refetch()}>
      Refetch
    </button>
  )
}

beforeEach(() => {
  window.localStorage.clear()
  router.query = { id: ID }
  stored = row
  backend.rpc
    .mockReset()
    .mockImplementation(async (name: string, asked: { record_values?: object }) =>
      answer(name === 'save_record' ? { ...stored, ...asked.record_values, version: 5 } : []),
    )
  backend.from
    .mockReset()
    .mockImplementation((table: string) =>
      tableOf(() => answer(['companies', 'customer_list'].includes(table) ? stored : [])),
    )
})

test("what is typed in a customer's form stays when the page is refetched after someone else's save", async () => {
  const { user } = open(
    <>
      <CustomerForm />
      <Refetch />
    </>,
  )
  const website = await screen.findByLabelText('Website')
  await user.clear(website)
  await user.type(website, 'harbor-dental.example')
  stored = { ...row, name: 'Harbor Dental Group', version: 4 }
  fireEvent.click(screen.getByText('Refetch'))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Harbor Dental Group', hidden: true }),
  ).toBeInTheDocument()
  expect(screen.getByLabelText('Website')).toHaveValue('harbor-dental.example')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saves()).toHaveLength(1))
  expect(saves()[0]).toMatchObject({
    target_table: 'companies',
    record: ID,
    expected_version: 3,
    record_values: { website: 'harbor-dental.example' },
  })
})

test('a change that was reverted leaves the form, with what was typed in it, without another question', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  router.replace.mockImplementation((path: string) => {
    for (const leave of leaving) leave(path)
  })
  const { user } = open(<CustomerForm />)
  await user.type(await screen.findByLabelText('Website'), '/about')
  expect(leaving.size).toBeGreaterThan(0)
  await user.click(screen.getByRole('tab', { name: 'History' }))
  await user.click(await screen.findByRole('button', { name: 'Revert' }))
  expect(router.replace).toHaveBeenCalledWith(customerPath(ID))
  expect(confirm).not.toHaveBeenCalled()
})

test('an open question about a customer is not asked on the page of another', async () => {
  const other = '2b8022fb-1fd7-4d51-81ae-3b153fb4fd36'
  const { user, reload } = openOver(ID, (id) => {
    router.query = { id }
    return <CustomerPage />
  })
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Harbor Dental')
  stored = { ...row, id: other, name: 'Acme' }
  reload(other)
  expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})
