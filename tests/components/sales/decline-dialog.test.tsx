import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DeclineDialog } from '@/components/sales/decline-dialog'
import type { Quote } from '@/lib/sales/quotes'
import { answer, openOver, tableOf } from '../records/fake-backend'

const update = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ from: () => ({ update }) }) }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))

test('what the customer answers while the dialog is open is not overwritten', async () => {
  update.mockReturnValue(tableOf(() => answer([{ id: 'q1' }])))
  const sent = { id: 'q1', number: 'Q-1', revision: 1, version: 2, status: 'sent' } as Quote
  const { user, reload } = openOver(sent, (quote, close) => <DeclineDialog quote={quote} onClose={close} />)
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Too dear')
  reload({ ...sent, version: 3, status: 'accepted' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  // The database takes only the version after the stored one, which is 4 by now.
  await waitFor(() =>
    expect(update).toHaveBeenCalledWith({ status: 'declined', version: 3, decline_reason: 'Too dear' }),
  )
})
