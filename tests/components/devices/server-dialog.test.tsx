import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ServerDialog } from '@/components/devices/server-dialog'
import { notify } from '@/lib/browser/notify'
import { permissionsFrom } from '@/lib/session/permissions'
import { answer, open, TENANT } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async (name: string, values: unknown) => {
      if (name === 'secret_fields') return answer([{ field: 'provisioning_password', ...backend.secret }])
      backend.asked.push([name, values])
      backend.secret.replaced_until = null
      return answer(null)
    },
  }),
}))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
const backend = vi.hoisted(() => ({
  secret: { set_at: '2026-01-05T12:00:00Z', replaced_until: null as string | null },
  asked: [] as unknown[],
}))
const may = vi.hoisted(() => ({ do: [] as string[] }))
vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({
    permissions: permissionsFrom(may.do.map((action) => ({ section: 'telephony', action }))),
  }),
}))

test('the provisioning address, user name and password are shown together', async () => {
  may.do = ['view', 'reveal_secrets']
  open(<ServerDialog onClose={vi.fn()} />)
  expect(screen.getByText(`${window.location.origin}/provision/`)).toBeInTheDocument()
  expect(screen.getByText(TENANT.domain)).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Provisioning password' })).toBeInTheDocument()
})

test('who may not reveal the provisioning password is told whom to ask', async () => {
  may.do = ['view', 'edit']
  open(<ServerDialog onClose={vi.fn()} />)
  expect(
    await screen.findByText(/Set on Jan 5, 2026. Your role cannot reveal it. Ask an admin./),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: /Reveal|Rotate/ })).not.toBeInTheDocument()
})

test('a password that was replaced is said to work for phones that have it, until it is cut off', async () => {
  may.do = ['view', 'edit', 'reveal_secrets']
  backend.secret.replaced_until = '2026-01-19T12:00:00Z'
  const { user } = open(<ServerDialog onClose={vi.fn()} />)
  expect(await screen.findByText('The previous password works until Jan 19, 2026')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cut off the previous password' }))
  const question = await screen.findByRole('alertdialog', {
    name: `Cut off the previous password of ${TENANT.domain}?`,
  })
  expect(backend.asked).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Cut off' }))
  await waitFor(() => expect(screen.queryByText(/^The previous password works/)).not.toBeInTheDocument())
  expect(notify).toHaveBeenCalledWith('success', 'Previous password cut off')
  expect(backend.asked).toEqual([
    [
      'cut_off_replaced_secret',
      { owner_table: 'tenants', owner: TENANT.id, field: 'provisioning_password', tenant: TENANT.id },
    ],
  ])
})

test('whoever rotates the provisioning password is told what becomes of phones that have the current one', async () => {
  may.do = ['view', 'edit', 'reveal_secrets']
  const { user } = open(<ServerDialog onClose={vi.fn()} />)
  await user.click(await screen.findByRole('button', { name: /^Rotate/ }))
  expect(screen.getByText(/^Phones use the current password to fetch the new one/)).toBeVisible()
})

test('whoever empties the provisioning password is told that phones are cut off, not that it still works', async () => {
  may.do = ['view', 'edit', 'reveal_secrets']
  const { user } = open(<ServerDialog onClose={vi.fn()} />)
  await user.click(await screen.findByRole('button', { name: /^Rotate/ }))
  await user.clear(screen.getByRole('textbox', { name: 'Provisioning password' }))
  expect(screen.getByRole('button', { name: 'Remove' })).toBeEnabled()
  expect(screen.getByText(/^Phones cannot fetch their configuration after you press Remove/)).toBeVisible()
  expect(screen.queryByText(/two more weeks/)).not.toBeInTheDocument()
})
