import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DeleteTenant } from '@/components/tenant-settings/delete-tenant'
import { TenantTerms } from '@/components/tenant-settings/tenant-terms'
import { useRefreshRecords } from '@/hooks/use-write'
import { readDraft, storeDraft } from '@/lib/session/drafts'
import { grant } from '../fake-member'
import { answer, open, refusal, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('next/router', async (original) => ({ ...(await original()), useRouter: () => ({}) }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('tenants', 'edit')

let stored: { id: string; version: number; time_zone: string; extension_limit: number }
let saved: () => unknown
let saves: unknown[]

beforeEach(() => {
  window.localStorage.clear()
  stored = { id: TENANT.id, version: 4, time_zone: TENANT.time_zone, extension_limit: 20 }
  saved = () => answer([{ id: TENANT.id }])
  saves = []
  backend.from.mockReset().mockImplementation(() => ({
    ...tableOf(() => answer(stored)),
    update(values: unknown) {
      saves.push(values)
      return tableOf(() => saved())
    },
  }))
})

/** Refetches the page's records, as focusing the window does. */
function Refetch() {
  const refetch = useRefreshRecords()
  return (
    <button type="button" onClick={() => void refetch()}>
      Refetch
    </button>
  )
}

async function show() {
  const { user } = open(
    <>
      <TenantTerms />
      <Refetch />
    </>,
  )
  const seats = screen.getByLabelText('Extension seats')
  await waitFor(() => expect(seats).toBeEnabled())
  return { user, seats, save: () => user.click(screen.getByRole('button', { name: 'Save tenant' })) }
}

test('seats typed while a save is under way stay, and are saved over the stored version', async () => {
  const first = Promise.withResolvers<unknown>()
  saved = () => first.promise
  const { user, seats, save } = await show()
  await user.clear(seats)
  await user.type(seats, '30')
  await save()
  await waitFor(() => expect(saves).toHaveLength(1))
  await user.clear(seats)
  await user.type(seats, '35')
  stored = { ...stored, version: 5, extension_limit: 30 }
  first.resolve(answer([{ id: TENANT.id }]))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save tenant' })).toBeEnabled())
  expect(seats).toHaveValue('35')
  await save()
  await waitFor(() => expect(saves).toHaveLength(2))
  expect(saves).toEqual([
    { version: 5, time_zone: TENANT.time_zone, extension_limit: 30 },
    { version: 6, time_zone: TENANT.time_zone, extension_limit: 35 },
  ])
})

test('a cleared box does not take all seats away', async () => {
  const { user, seats, save } = await show()
  await user.clear(seats)
  await save()
  expect(await screen.findByText('Enter a whole number.')).toBeVisible()
  await user.type(seats, '100001')
  expect(screen.getByText('Enter at most 100,000.')).toBeVisible()
  await save()
  expect(saves).toEqual([])
})

test('seats that someone else has changed meanwhile are a conflict, and the input stays', async () => {
  saved = () => answer([])
  const { user, seats, save } = await show()
  await user.clear(seats)
  await user.type(seats, '30')
  stored = { ...stored, version: 5, extension_limit: 25 }
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent('Someone else has saved this tenant')
  expect(seats).toHaveValue('30')
})

test('seats that someone else has changed since they were typed are a conflict, until the input is discarded', async () => {
  const { user, seats, save } = await show()
  await user.clear(seats)
  await user.type(seats, '30')
  stored = { ...stored, version: 5, extension_limit: 25 }
  await user.click(screen.getByRole('button', { name: 'Refetch' }))
  await waitFor(() => expect(backend.from).toHaveBeenCalledTimes(2))
  saved = () => answer([])
  await save()
  await waitFor(() =>
    expect(saves).toEqual([{ version: 5, time_zone: TENANT.time_zone, extension_limit: 30 }]),
  )
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(seats).toHaveValue('25')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()

  saved = () => answer([{ id: TENANT.id }])
  await user.clear(seats)
  await user.type(seats, '30')
  await save()
  await waitFor(() => expect(saves).toHaveLength(2))
  expect(saves[1]).toMatchObject({ version: 6, extension_limit: 30 })
})

test('seats typed over what someone else has changed since are offered again with a warning', async () => {
  storeDraft(`tenant-terms ${TENANT.id}`, 4, { seats: '30' })
  stored = { ...stored, version: 5, extension_limit: 25 }
  await show()
  expect(screen.getByText(/was saved again since then/)).toBeVisible()
})

test('unsaved seats are kept with the version that they were typed over', async () => {
  const { user, seats } = await show()
  await user.clear(seats)
  await user.type(seats, '3')
  stored = { ...stored, version: 5, extension_limit: 25 }
  await user.click(screen.getByRole('button', { name: 'Refetch' }))
  await waitFor(() => expect(backend.from).toHaveBeenCalledTimes(2))
  await user.type(seats, '0')
  expect(readDraft(`tenant-terms ${TENANT.id}`)).toMatchObject({ version: 4, values: { seats: '30' } })
})

test('say that they could not be loaded, rather than look locked or forbidden', async () => {
  grant('tenants', 'edit', 'delete')
  backend.from.mockImplementation(() => tableOf(() => refusal('57014', 'canceling statement')))
  open(
    <>
      <TenantTerms />
      <DeleteTenant />
    </>,
  )
  expect(await screen.findByText('The time zone and seats could not be loaded')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Delete this tenant' })).toBeVisible()
})
