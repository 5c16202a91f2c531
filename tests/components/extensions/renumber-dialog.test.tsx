import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { RenumberDialog } from '@/components/extensions/renumber-dialog'
import type { ExtensionRow } from '@/lib/telephony/extension-client'
import { answer, openDialog, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))

const ROW: Partial<ExtensionRow> = { id: 'id', version: 1, extension: '1001', first_name: 'Reception' }

beforeEach(() => {
  backend.rpc.mockReset().mockImplementation(async () => answer([]))
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer(null)))
})

test.each([
  ['1', 'Enter an extension of 2 to 7 digits.'],
  ['12a', 'Enter an extension of 2 to 7 digits.'],
  ['911', 'This is an emergency number.'],
  ['1001', 'This is already its number.'],
])('the new number %s is refused, and nothing is written', async (typed, problem) => {
  const { user, onClose } = openDialog((close) => (
    <RenumberDialog row={ROW as ExtensionRow} onClose={close} />
  ))
  await user.clear(screen.getByLabelText(/New number/))
  await user.type(screen.getByLabelText(/New number/), typed)
  await user.click(screen.getByRole('button', { name: 'Renumber' }))
  expect(await screen.findByText(problem)).toBeVisible()
  expect(backend.from).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})

test('it says that the phones cannot call, not even 911, until they know the new number', () => {
  openDialog((close) => <RenumberDialog row={ROW as ExtensionRow} onClose={close} />)
  expect(screen.getByText(/Until then they cannot call, not even 911/)).toBeVisible()
})
