import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FeatureCodes } from '@/components/tenant-settings/feature-codes'
import { grant } from '../fake-member'
import { answer, open, refusal, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

const codes = [
  { id: 'c1', tenant_id: TENANT.id, name: 'Check voicemail', code: '*98', enabled: true, version: 1 },
  { id: 'c2', tenant_id: TENANT.id, name: 'Do not disturb', code: '*78', enabled: false, version: 3 },
]
let saved: () => unknown
let stored: unknown[]
const saves = () => backend.rpc.mock.calls.map(([, asked]) => asked)

beforeEach(() => {
  grant('telephony', 'view', 'edit')
  saved = () => answer({ ...codes[0], version: 2 })
  stored = codes
  backend.rpc.mockReset().mockImplementation(async () => saved())
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer(stored)))
})

async function show() {
  const { user } = open(<FeatureCodes />)
  const form = await screen.findByRole('form', { name: 'Do not disturb' })
  const code = within(form).getByLabelText('Do not disturb', { exact: true })
  return { user, form, code }
}

test('a feature code is saved by itself, with a version check', async () => {
  const { user, form, code } = await show()
  expect(within(form).queryByRole('button')).not.toBeInTheDocument()
  await user.clear(code)
  await user.type(code, '*79')
  await user.click(within(form).getByRole('switch'))
  await user.click(within(form).getByRole('button', { name: /^Save/ }))
  await waitFor(() =>
    expect(saves()[0]).toMatchObject({
      target_table: 'feature_codes',
      record: 'c2',
      expected_version: 3,
      record_values: { code: '*79', enabled: true },
    }),
  )
})

test('what is typed while a save is under way stays, and is saved over the stored version', async () => {
  const first = Promise.withResolvers<unknown>()
  saved = () => first.promise
  const { user, form, code } = await show()
  await user.clear(code)
  await user.type(code, '*79')
  await user.click(within(form).getByRole('button', { name: /^Save/ }))
  await user.clear(code)
  await user.type(code, '*80')
  stored = [codes[0], { ...codes[1], code: '*79', version: 4 }]
  first.resolve(answer(stored[1]))
  await waitFor(() => expect(within(form).getByRole('button', { name: /^Save/ })).toBeEnabled())
  expect(code).toHaveValue('*80')
  await user.click(within(form).getByRole('button', { name: /^Save/ }))
  await waitFor(() =>
    expect(saves()[1]).toMatchObject({ expected_version: 4, record_values: { code: '*80', enabled: false } }),
  )
})

test('a code that is already in use is rejected with the name of its owner, and the input stays', async () => {
  saved = () => refusal('23505', '*98 is already taken by the feature code Check voicemail.')
  const { user, form, code } = await show()
  await user.clear(code)
  await user.type(code, '*98')
  await user.click(within(form).getByRole('button', { name: /^Save/ }))
  const taken = '*98 is already taken by the feature code Check voicemail.'
  expect(await within(form).findByRole('alert')).toHaveTextContent(taken)
  expect(code).toHaveValue('*98')
  await user.click(within(form).getByRole('button', { name: /^Discard/ }))
  expect(code).toHaveValue('*78')
})

test('an invalid code is rejected before it is sent', async () => {
  const { user, form, code } = await show()
  await user.clear(code)
  await user.type(code, '78')
  await user.click(within(form).getByRole('button', { name: /^Save/ }))
  expect(code).toBeInvalid()
  expect(saves()).toEqual([])
})

test('feature codes are read-only for users who may not edit', async () => {
  grant('telephony', 'view')
  const { form, code } = await show()
  expect(code).toBeDisabled()
  expect(within(form).getByRole('switch')).toBeDisabled()
})

test('the page is not left without a question while a code is typed and not saved', async () => {
  const { user, form, code } = await show()
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  await user.type(code, '1')
  expect(isAsked()).toBe(true)
  await user.click(within(form).getByRole('button', { name: /^Discard/ }))
  expect(isAsked()).toBe(false)
})
