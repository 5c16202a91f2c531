import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { RoleForm } from '@/components/staff/role-form'
import { StaffMemberPage } from '@/components/staff/staff-member-page'
import { permissionsFrom } from '@/lib/session/permissions'
import type { Role } from '@/lib/staff/roles'
import type { StaffMember } from '@/lib/staff/staff'
import { answer, refusal, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('next/router', () => ({ useRouter: () => ({ query: { id: 'm1' }, replace: vi.fn() }) }))
vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({
    permissions: permissionsFrom(
      (['view', 'create', 'edit', 'delete'] as const).flatMap((action) => [
        { section: 'superadmin' as const, action },
        { section: 'reports' as const, action },
      ]),
    ),
  }),
}))
vi.mock('@/lib/session/session-store', async (original) => ({
  ...(await original()),
  currentUser: () => ({ id: 'u1' }),
}))
vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'someone else' }) }))

const role: Role = {
  id: 'r1',
  name: 'night-desk',
  label: 'Night desk',
  description: '',
  built_in: false,
  second_factor: false,
  version: 3,
  members: 0,
  permissions: ['reports.view'],
}
const member = {
  id: 'm1',
  user_id: 'u1',
  full_name: 'Ada',
  email: 'ada@example.com',
  user_role: 'night-desk',
  version: 7,
} as StaffMember

function show(form: (version: { role: Role; member: StaffMember }) => React.ReactNode) {
  const page = (of: { role: Role; member: StaffMember }) => (
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{form(of)}</SWRConfig>
  )
  const { rerender, unmount } = render(page({ role, member }))
  return {
    unmount,
    user: userEvent.setup(),
    reload: (now: { role?: Role; member?: StaffMember }) => rerender(page({ role, member, ...now })),
    saveButton: () => screen.getByRole('button', { name: 'Save' }),
  }
}

let first: PromiseWithResolvers<unknown>
beforeEach(() => {
  window.localStorage.clear()
  first = Promise.withResolvers()
  backend.rpc
    .mockReset()
    .mockImplementation(async (name: string) => (name === 'save_role' ? first.promise : answer([role])))
})

test('what is changed in a role while a save is under way stays, and is saved over the stored version', async () => {
  const saves = () =>
    backend.rpc.mock.calls.filter(([name]) => name === 'save_role').map(([, asked]) => asked)
  const { user, reload, saveButton } = show((of) => <RoleForm role={of.role} roles={[of.role]} />)
  await user.type(screen.getByLabelText('Description'), 'Nights')
  await user.click(saveButton())
  await waitFor(() => expect(saves()).toHaveLength(1))
  expect(saves()[0]).toMatchObject({ expected_version: 3, label: 'Night desk', description: 'Nights' })
  await user.type(screen.getByLabelText('Description'), ' and weekends')
  await user.click(screen.getByRole('checkbox', { name: /second factor/ }))
  const stored = { ...role, description: 'Nights', version: 4 }
  reload({ role: stored })
  first.resolve(answer(stored))
  await waitFor(() => expect(saveButton()).toBeEnabled())
  expect(screen.getByLabelText('Description')).toHaveValue('Nights and weekends')
  await user.click(saveButton())
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[1]).toMatchObject({
    expected_version: 4,
    description: 'Nights and weekends',
    second_factor: true,
    permissions: ['reports.view'],
  })
})

test("another user's save does not clear what is typed, and a save on top of it is a conflict", async () => {
  const { user, reload, saveButton } = show((of) => <RoleForm role={of.role} roles={[of.role]} />)
  await user.type(screen.getByLabelText('Description'), 'Nights')
  reload({ role: { ...role, permissions: [], version: 4 } })
  expect(screen.getByLabelText('Description')).toHaveValue('Nights')
  await user.click(saveButton())
  await waitFor(() =>
    expect(backend.rpc).toHaveBeenCalledWith('save_role', expect.objectContaining({ expected_version: 3 })),
  )
})

test('permissions ticked earlier are restored over what someone else has taken from the role since', async () => {
  const { user, reload, saveButton, unmount } = show((of) => <RoleForm role={of.role} roles={[of.role]} />)
  await user.click(screen.getByRole('checkbox', { name: 'Super Admin: View' }))
  // The draft is still about this user's changes alone.
  const taken = { ...role, permissions: [], version: 4 }
  reload({ role: taken })
  await user.type(screen.getByLabelText('Description'), 'Nights')
  unmount()
  show(() => <RoleForm role={taken} roles={[taken]} />)
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  await user.click(saveButton())
  await waitFor(() =>
    expect(backend.rpc).toHaveBeenCalledWith(
      'save_role',
      expect.objectContaining({
        expected_version: 4,
        description: 'Nights',
        permissions: ['superadmin.view'],
      }),
    ),
  )
})

test('an untouched form shows what someone else has saved', () => {
  const { reload } = show((of) => <RoleForm role={of.role} roles={[of.role]} />)
  reload({ role: { ...role, description: 'Nights', version: 4 } })
  expect(screen.getByLabelText('Description')).toHaveValue('Nights')
})

test("a member's name typed while a save is under way stays, and is saved over the stored version", async () => {
  let staff = [member]
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, given?: { body?: string }) => {
    if (!given?.body) return Response.json(staff)
    asked.push(JSON.parse(given.body))
    return Response.json(await first.promise)
  })
  backend.rpc.mockImplementation(async (name: string) => answer(name === 'role_list' ? [role] : []))
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer([])))
  const { user, saveButton } = show(() => <StaffMemberPage />)
  await user.type(await screen.findByLabelText('Name'), ' L.')
  await user.click(saveButton())
  await waitFor(() => expect(asked).toEqual([{ version: 7, full_name: 'Ada L.' }]))
  await user.type(screen.getByLabelText('Name'), ' Byron')
  const stored = { ...member, full_name: 'Ada L.', version: 8 }
  staff = [stored]
  first.resolve(stored)
  expect(await screen.findByRole('heading', { name: 'Ada L.' })).toBeInTheDocument()
  await waitFor(() => expect(saveButton()).toBeEnabled())
  expect(screen.getByLabelText('Name')).toHaveValue('Ada L. Byron')
  await user.click(saveButton())
  await waitFor(() => expect(asked[1]).toEqual({ version: 8, full_name: 'Ada L. Byron' }))
})

test('a role that someone else has changed can be saved once the input is discarded', async () => {
  const saves = () =>
    backend.rpc.mock.calls.filter(([name]) => name === 'save_role').map(([, asked]) => asked)
  first.resolve(refusal('TR409', 'Saved since.'))
  const { user, reload, saveButton } = show((of) => <RoleForm role={of.role} roles={[of.role]} />)
  expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
  await user.type(screen.getByLabelText('Description'), 'Nights')
  await user.click(saveButton())
  expect(await screen.findByRole('alert')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  reload({ role: { ...role, description: 'Evenings', version: 4 } })
  expect(screen.getByLabelText('Description')).toHaveValue('Evenings')
  await user.type(screen.getByLabelText('Description'), ' and nights')
  await user.click(saveButton())
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[1]).toMatchObject({ expected_version: 4, description: 'Evenings and nights' })
})

test('a member whom someone else has changed can be saved once the input is discarded', async () => {
  let staff = [member]
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, given?: { body?: string }) => {
    if (!given?.body) return Response.json(staff)
    asked.push(JSON.parse(given.body))
    return Response.json({ error: 'Someone else has saved this record.' }, { status: 409 })
  })
  backend.rpc.mockImplementation(async (name: string) => answer(name === 'role_list' ? [role] : []))
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer([])))
  const { user, saveButton } = show(() => <StaffMemberPage />)
  await user.type(await screen.findByLabelText('Name'), ' L.')
  staff = [{ ...member, full_name: 'Ada Byron', version: 8 }]
  await user.click(saveButton())
  expect(await screen.findByRole('alert')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Ada Byron'))
  await user.type(screen.getByLabelText('Name'), ' L.')
  await user.click(saveButton())
  await waitFor(() => expect(asked[1]).toEqual({ version: 8, full_name: 'Ada Byron L.' }))
})

test('a new role without a name leads back to the name, each time', async () => {
  const { user } = show(() => <RoleForm role={undefined} roles={[role]} />)
  const pressAndLook = async () => {
    await user.click(screen.getByRole('button', { name: 'Create role' }))
    const name = screen.getByRole('textbox', { name: 'Name' })
    expect(name).toHaveFocus()
    expect(name).toHaveAccessibleDescription('Use at least two letters from A to Z.')
  }
  await pressAndLook()
  await pressAndLook()
})
