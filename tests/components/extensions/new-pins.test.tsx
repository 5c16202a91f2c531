import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NewPins } from '@/components/extensions/new-pins'
import type { NumberWithPin } from '@/lib/telephony/extension-client'
import { asksBeforeLeaving, openDialog } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
const mails = vi.hoisted(() => ({ sent: 1, left: [] as string[] }))
vi.mock('@/lib/fetcher', () => ({ postJson: async () => mails }))

const PINS: NumberWithPin[] = [{ number: '1001', name: 'Ada Byron', pin: '482913', sealed: 'sealed' }]
const show = () => openDialog((close) => <NewPins items={PINS} onClose={close} />)

test('PINs that are shown only once stay until someone is done with them', async () => {
  const { user, onClose } = show()
  await user.keyboard('{Escape}')
  expect(screen.getByText('482913')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('PINs are not left behind without a question until they are downloaded, mailed or done with', async () => {
  URL.createObjectURL = () => 'blob:pins'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user, unmount } = show()
  expect(asksBeforeLeaving()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false))
  unmount()
  const again = show()
  await again.user.click(screen.getByRole('button', { name: 'Email to their owners' }))
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false))
  again.unmount()
  const last = show()
  expect(asksBeforeLeaving()).toBe(true)
  await last.user.click(screen.getByRole('button', { name: 'Done' }))
  expect(asksBeforeLeaving()).toBe(false)
})

test('PINs that were mailed to their owners may be closed by any key', async () => {
  const { user, onClose } = show()
  await user.click(screen.getByRole('button', { name: 'Email to their owners' }))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 emailed.'))
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('PINs of which some were not mailed stay until someone is done with them', async () => {
  onTestFinished(() => void Object.assign(mails, { sent: 1, left: [] }))
  Object.assign(mails, { sent: 0, left: ['1001'] })
  const { user, onClose } = show()
  await user.click(screen.getByRole('button', { name: 'Email to their owners' }))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Not to 1001'))
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})
