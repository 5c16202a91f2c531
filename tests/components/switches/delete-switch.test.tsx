import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DeleteSwitch } from '@/components/switches/delete-switch'
import { freeSwitch } from '@/lib/resources/switch'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('superadmin', 'view', 'delete')

test('a switch with messages says before its deletion that they are lost', async () => {
  const row = {
    id: '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
    version: 3,
    name: 'pbx1',
    address: 'pbx1.example',
  }
  backend.rpc.mockImplementation(async () => answer([]))
  const table = tableOf(() => Promise.resolve({ ...answer(null), count: 1204 }))
  backend.from.mockImplementation(() => table)
  open(<DeleteSwitch resource={freeSwitch} row={row} onClose={() => undefined} onDeleted={() => undefined} />)
  const dialog = await screen.findByRole('alertdialog', { name: /^Delete the switch pbx1/ })
  const words = 'Its 1,204 voicemail messages are permanently deleted, except on the switch itself.'
  expect(await within(dialog).findByText(words)).toBeVisible()
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeEnabled())
})
