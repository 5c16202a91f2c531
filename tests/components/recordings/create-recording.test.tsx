import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CreateRecording } from '@/components/recordings/create-recording'
import { NETWORK_FAILURE, RequestFailure } from '@/lib/errors'
import { openDialog } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'ada' }),
  subscribeToUser: () => () => undefined,
}))

const made = vi.hoisted(() => ({ spoken: vi.fn(), notify: vi.fn() }))
vi.mock('@/lib/browser/notify', () => ({ notify: made.notify }))
vi.mock(import('@/lib/recordings/upload'), async (load) => ({
  ...(await load()),
  addSpoken: async (_supabase, _tenant, attempt, name) => made.spoken(attempt.id, name),
}))

beforeEach(() => {
  window.localStorage.clear()
})

const show = (startsSpoken: boolean) =>
  openDialog((close) => <CreateRecording startsSpoken={startsSpoken} onClose={close} />)

test('a new recording’s name is not lost without a question', async () => {
  const { user, onClose } = show(true)
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Holidays{Escape}')
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

test('a chosen file is not lost without a question', async () => {
  const { user, onClose } = show(false)
  await user.upload(screen.getByLabelText(/Audio file/), new File(['RIFF'], 'new.wav'))
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

test('a text to be spoken is offered again after the page was left', async () => {
  const first = show(true)
  await first.user.type(screen.getByRole('textbox', { name: /Text/ }), 'Closed for the holidays.')
  first.unmount()
  const { user } = show(false)
  await user.click(await screen.findByRole('button', { name: /Restore/ }))
  expect(screen.getByRole('textbox', { name: /Text/ })).toHaveValue('Closed for the holidays.')
})

test('a recording is told by the name that it got, and an attempt whose answer was lost is repeated as the same', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  made.spoken
    .mockRejectedValueOnce(new RequestFailure(NETWORK_FAILURE, 0))
    .mockResolvedValueOnce({ id: 'r1', name: 'Welcome 2' })
  const { user, onClose } = show(true)
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Welcome')
  await user.type(screen.getByRole('textbox', { name: /Text/ }), 'We are open.')
  await user.click(screen.getByRole('button', { name: 'Speak text' }))
  await screen.findByText(NETWORK_FAILURE)
  await user.click(screen.getByRole('button', { name: 'Speak text' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(made.spoken.mock.calls[1]).toEqual(made.spoken.mock.calls[0])
  expect(made.notify).toHaveBeenCalledExactlyOnceWith('success', 'Added the recording Welcome 2')
})
