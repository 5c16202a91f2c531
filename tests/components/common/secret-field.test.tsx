import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SecretField } from '@/components/common/secret-field'
import { permissionsFrom } from '@/lib/session/permissions'
import { answer, open } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({
    permissions: permissionsFrom([
      { section: 'telephony', action: 'edit' },
      { section: 'telephony', action: 'reveal_secrets' },
    ]),
  }),
}))

test('what is typed into a secret while it is being set stays, and is set when that is asked', async () => {
  backend.rpc.mockImplementation(async () => answer([{ field: 'sip_password', set_at: '2026-09-30' }]))
  const { user } = open(
    <SecretField table="extensions" owner="e1" section="telephony" field="sip_password" label="Password" />,
  )
  const first = Promise.withResolvers<void>()
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body).value)
    if (sent.length === 1) await first.promise
    return Response.json({})
  })
  await user.click(await screen.findByRole('button', { name: /^Change ?Password/ }))
  const field = screen.getByLabelText('Password')
  await user.type(field, 'heron')
  const set = screen.getByRole('button', { name: 'Set' })
  await user.click(set)
  await waitFor(() => expect(sent).toEqual(['heron']))
  await user.type(field, '-7421')
  first.resolve()
  await waitFor(() => expect(set).toBeEnabled())
  expect(field).toHaveValue('heron-7421')
  await user.click(set)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Set' })).not.toBeInTheDocument())
  expect(sent).toEqual(['heron', 'heron-7421'])
})
