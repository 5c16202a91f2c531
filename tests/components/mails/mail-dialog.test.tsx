import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MailDialog } from '@/components/mails/mail-dialog'
import { notify } from '@/lib/browser/notify'
import type { Tables } from '@/lib/supabase/database.types'
import { grant } from '../fake-member'
import { answer, openDialog, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

const ID = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'

async function show(given: Partial<Tables<'mails'>>) {
  const mail = {
    id: ID,
    tenant_id: TENANT.id,
    kind: 'missed_call',
    recipient: 'desk@customer.example',
    subject: 'Missed call at 6000 Sales',
    body: 'Nobody answered a call at 6000 Sales.',
    attachment: null,
    attempts: 1,
    created_at: '2026-11-23T15:00:00Z',
    due_at: '2026-11-23T16:00:00Z',
    sent_at: null,
    given_up_at: null,
    problem: null,
    state: 'sent',
    ...given,
  }
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer(mail)))
  const { user, onClose } = openDialog((close) => <MailDialog id={ID} onClose={close} />)
  return { user, onClose, dialog: await screen.findByRole('dialog', { name: mail.subject }) }
}

beforeEach(() => {
  grant('telephony', 'view', 'edit')
  vi.mocked(notify).mockReset()
  backend.rpc.mockReset().mockResolvedValue(answer(null))
})

const again = () => screen.queryByRole('button', { name: 'Send again' })

describe('an email', () => {
  test('that failed says why, and is sent again', async () => {
    const { user, dialog, onClose } = await show({
      state: 'failed',
      problem: 'No such mailbox.',
      attempts: 50,
      given_up_at: '2026-11-23T18:00:00.123456Z',
    })
    expect(dialog).toHaveTextContent('Why notNo such mailbox.')
    expect(dialog).not.toHaveTextContent('Next attempt')
    await user.click(again() as HTMLElement)
    expect(backend.rpc).toHaveBeenCalledWith('send_mail_again', {
      mail: ID,
      tenant: TENANT.id,
      seen: '2026-11-23T18:00:00.123456Z',
    })
    expect(notify).toHaveBeenCalledWith('success', 'The email is on its way.')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('that is sent again after its dialog was closed does not close the next one', async () => {
    const sent = Promise.withResolvers<unknown>()
    backend.rpc.mockReturnValue(sent.promise)
    const { user, dialog, onClose } = await show({})
    await user.click(again() as HTMLElement)
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await act(async () => sent.resolve(answer(null)))
    await waitFor(() => expect(notify).toHaveBeenCalledOnce())
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('that is tried again says when, and what is attached', async () => {
    const { dialog } = await show({
      kind: 'voicemail',
      state: 'retrying',
      problem: 'Busy.',
      attachment: 'a/b.wav',
    })
    expect(dialog).toHaveTextContent(/Next attemptNov 23, 2026/)
    expect(dialog).toHaveTextContent('AttachedThe message, while it is kept')
  })

  test('is not sent again by users who may only view', async () => {
    grant('telephony', 'view')
    await show({ state: 'failed', problem: 'No such mailbox.' })
    expect(again()).toBeNull()
  })

  test.each([
    ['a PIN', { kind: 'pin' }, 'Extensions', `/app/tenants/${TENANT.id}/extensions`],
    ['an invitation of a portal user', { kind: 'invitation' }, 'Users', `/app/tenants/${TENANT.id}/users`],
    ['an invitation of staff', { kind: 'invitation', tenant_id: null }, 'Users', '/app/superadmin/users'],
    ['a new password', { kind: 'password', tenant_id: null }, 'Users', '/app/superadmin/users'],
    ['a quote', { kind: 'quote', tenant_id: null }, 'Sales', '/app/sales'],
  ])(
    'with %s shows no text and cannot be sent again, but leads to where it was sent from',
    async (_, given, label, href) => {
      const { dialog } = await show({ ...given, body: null, state: 'failed', problem: 'No such mailbox.' })
      expect(dialog).toHaveTextContent('Its text is not kept')
      expect(dialog).toHaveTextContent('Why notNo such mailbox.')
      expect(within(dialog).getByRole('link', { name: label })).toHaveAttribute('href', href)
      expect(again()).toBeNull()
    },
  )
})
