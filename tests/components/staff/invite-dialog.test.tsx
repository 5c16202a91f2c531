import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import InviteDialog from '@/components/staff/invite-dialog'
import { permissionsFrom } from '@/lib/session/permissions'
import { open } from '../records/fake-backend'

const sent = vi.hoisted(() => ({ bodies: [] as unknown[], fails: false }))
vi.mock('@/lib/session/session-store', () => {
  const ada = { id: 'ada' }
  return { currentUser: () => ada, subscribeToUser: () => () => undefined }
})
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/fetcher', () => ({
  postJson: async (_: string, body: unknown) => {
    sent.bodies.push(body)
    if (sent.fails) throw new Error('Something went wrong.')
  },
}))
vi.mock('@/hooks/use-recent-sign-in', () => ({
  useRecentSignIn: () => ({ run: (action: () => Promise<unknown>) => action(), asking: null }),
}))
vi.mock('@/hooks/use-roles', () => ({
  useRoles: () => ({ data: [{ name: 'tech', description: 'Phones', permissions: [] }] }),
}))
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({ permissions: permissionsFrom([]) }) }))

beforeEach(() => {
  window.localStorage.clear()
  Object.assign(sent, { bodies: [], fails: false })
})

const offer = () => screen.queryByText(/You have unsaved changes from/)
const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(name) })
function show() {
  cleanup()
  return open(<InviteDialog onClose={vi.fn()} onInvited={vi.fn()} />).user
}

test('an unfinished invitation is offered again, and sent under the same id', async () => {
  sent.fails = true
  let user = show()
  await user.type(field('Name'), 'Robin Vale')
  await user.type(field('Email'), 'robin@example.com')
  await user.selectOptions(screen.getByRole('combobox', { name: /Role/ }), 'tech')
  await user.click(screen.getByRole('button', { name: 'Send the invitation' }))
  expect(await screen.findByText('Something went wrong.')).toBeInTheDocument()

  sent.fails = false
  user = show()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(field('Email')).toHaveValue('robin@example.com')
  await user.click(screen.getByRole('button', { name: 'Send the invitation' }))
  expect(sent.bodies).toHaveLength(2)
  // The same id: an invitation whose answer was lost is not sent twice.
  expect(sent.bodies[1]).toEqual(sent.bodies[0])
  show()
  expect(offer()).toBeNull()
})

test('an address that the server refuses is marked, and nothing is sent', async () => {
  const user = show()
  await user.type(field('Name'), 'Robin Vale')
  await user.type(field('Email'), 'robin..vale@example.com')
  await user.selectOptions(screen.getByRole('combobox', { name: /Role/ }), 'tech')
  await user.click(screen.getByRole('button', { name: 'Send the invitation' }))
  expect(field('Email')).toHaveAccessibleDescription('Enter a valid email address.')
  expect(field('Name')).not.toBeInvalid()
  expect(sent.bodies).toEqual([])
})

test('a canceled invitation is not offered again', async () => {
  const user = show()
  await user.type(field('Name'), 'Robin Vale')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  show()
  expect(offer()).toBeNull()
})
