import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NewHireDialog } from '@/components/extensions/new-hire-dialog'
import { answer, open, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/notify', () => ({ notify: vi.fn() }))
// What the server seals is not read here, but it is another text each time.
let seals = 0
vi.mock('@/lib/secrets-client', () => ({
  sealPins: async (pins: { value: string }[]) => pins.map(({ value }) => `${value}.${++seals}`),
}))

let added: () => Promise<unknown>
const hires = () =>
  backend.rpc.mock.calls.filter(([called]) => called === 'add_new_hire').map(([, { hire }]) => hire)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer([])))
  backend.rpc.mockReset().mockImplementation(async (name: string) => {
    if (name === 'free_numbers') return answer(['1002'])
    return name === 'add_new_hire' ? added() : answer(null)
  })
})

test('a new hire is added with the same ids and encrypted PIN after a lost answer, and the PIN is shown', async () => {
  const { user } = open(<NewHireDialog onClose={vi.fn()} />)
  await user.type(screen.getByLabelText(/First name/), 'Ada')
  await user.type(screen.getByLabelText(/Extension/), '1002')
  added = () => Promise.reject(new TypeError('Failed to fetch'))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  added = async () => answer(null)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  const told = await screen.findByRole('dialog', { name: 'Voicemail PINs' })
  await waitFor(() => expect(hires()).toHaveLength(2))
  const [first, second] = hires()
  expect(second).toEqual(first)
  expect(within(told).getByRole('listitem')).toHaveTextContent(`1002 Ada${first.voicemail_pin.split('.')[0]}`)
})
