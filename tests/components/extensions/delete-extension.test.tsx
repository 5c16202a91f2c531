import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DeleteExtension } from '@/components/extensions/delete-extension'
import { extension } from '@/lib/resources/extension'
import { grant } from '../fake-member'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'view', 'delete')

const row = {
  id: '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
  version: 3,
  tenant_id: TENANT.id,
  extension: '1005',
  effective_caller_id_name: 'Ada',
}
const left = (count: number) => () => Promise.resolve({ ...answer(null), count })
let messages: () => Promise<unknown>

beforeEach(() => {
  backend.rpc.mockReset().mockImplementation(async () => answer([]))
  backend.from.mockReset().mockImplementation(() => tableOf(() => messages()))
})

const ask = () => {
  const onDeleted = vi.fn()
  const { user } = open(
    <DeleteExtension resource={extension} row={row} onClose={() => undefined} onDeleted={onDeleted} />,
  )
  return { user, onDeleted }
}

test.each([
  [1, 'Its 1 voicemail message is permanently deleted, on the switch too.'],
  [3, 'Its 3 voicemail messages are permanently deleted, on the switch too.'],
])('an extension with %d messages says before its deletion that they are lost', async (count, words) => {
  const counted = Promise.withResolvers<unknown>()
  messages = () => counted.promise
  const { user, onDeleted } = ask()
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete the extension 1005 Ada?' })
  await within(dialog).findByText(/^Nothing uses it/)
  expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeDisabled()
  counted.resolve(await left(count)())
  expect(await within(dialog).findByText(words)).toBeVisible()
  expect(dialog).toHaveAccessibleDescription(expect.stringContaining(words))
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(onDeleted).toHaveBeenCalled())
})

test('an extension without messages says nothing of voicemail', async () => {
  messages = left(0)
  ask()
  const button = await screen.findByRole('button', { name: 'Delete' })
  await waitFor(() => expect(button).toBeEnabled())
  expect(screen.queryByText(/voicemail/)).not.toBeInTheDocument()
})
