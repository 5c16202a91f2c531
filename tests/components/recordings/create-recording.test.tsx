import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CreateRecording } from '@/components/recordings/create-recording'
import { openDialog } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'ada' }),
  subscribeToUser: () => () => undefined,
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
