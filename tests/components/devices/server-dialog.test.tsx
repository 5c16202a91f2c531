import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ServerDialog } from '@/components/devices/server-dialog'
import { permissionsFrom } from '@/lib/session/permissions'
import { answer, open, TENANT } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async () => answer([{ field: 'provisioning_password', set_at: '2026-01-05T12:00:00Z' }]),
  }),
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
