import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Reconcile } from '@/components/numbers/reconcile'
import { grant } from '../fake-member'
import { answer, open } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

const list = (name: string, ...numbers: string[]) =>
  new File([['Number', ...numbers].join('\n')], name, { type: 'text/csv' })
const BRIEF = list('brief.csv', '+12075550101')
const LONG = list('long.csv', '+12075550102', '+12075550103')
/** A file whose text arrives when told. */
function slow(file: File) {
  const arrived = Promise.withResolvers<void>()
  const read = file.arrayBuffer.bind(file)
  file.arrayBuffer = async () => {
    await arrived.promise
    return read()
  }
  return arrived.resolve
}
const fileField = () => screen.getByLabelText(/^Carrier’s list/)
const compare = () => screen.getByRole('button', { name: 'Compare' })

beforeEach(() => {
  grant('numbers', 'view')
  backend.rpc.mockReset().mockResolvedValue(answer([]))
})

async function show() {
  const { user } = open(<Reconcile />)
  await user.type(screen.getByRole('textbox', { name: /^Carrier/ }), 'Northwind')
  return user
}

describe('the list of a carrier that is chosen after another', () => {
  test('is compared, though the other is read later', async () => {
    const user = await show()
    const first = list('first.csv', '+12075550104', '+12075550105')
    const read = slow(first)
    await user.upload(fileField(), first)
    await user.upload(fileField(), BRIEF)
    await waitFor(() => expect(compare()).toBeEnabled())
    await act(async () => read())
    await user.click(compare())
    expect(await screen.findByText(/^One number listed/)).toBeVisible()
  })

  test('does not show the result of the other', async () => {
    const user = await show()
    await user.upload(fileField(), LONG)
    await waitFor(() => expect(compare()).toBeEnabled())
    await user.click(compare())
    expect(await screen.findByText(/^2 numbers listed/)).toBeVisible()
    await user.upload(fileField(), BRIEF)
    expect(screen.queryByText(/^2 numbers listed/)).not.toBeInTheDocument()
  })

  test('does not show the result of the other that was still being compared', async () => {
    const user = await show()
    const ours = Promise.withResolvers<unknown>()
    backend.rpc.mockReturnValueOnce(ours.promise)
    await user.upload(fileField(), LONG)
    await waitFor(() => expect(compare()).toBeEnabled())
    await user.click(compare())
    await waitFor(() => expect(backend.rpc).toHaveBeenCalledOnce())
    await user.upload(fileField(), BRIEF)
    await waitFor(() => expect(compare()).not.toHaveAttribute('aria-busy'))
    await act(async () => ours.resolve(answer([])))
    expect(screen.queryByText(/numbers listed/)).not.toBeInTheDocument()
    await user.click(compare())
    expect(await screen.findByText(/^One number listed/)).toBeVisible()
  })
})

test('a list that cannot be read says so', async () => {
  const user = await show()
  const changed = list('changed.csv')
  changed.arrayBuffer = () => Promise.reject(new DOMException('Refused.', 'NotReadableError'))
  await user.upload(fileField(), changed)
  expect(await screen.findByText('The file could not be read. Choose it again.')).toBeVisible()
})

test.each([
  ['view', false],
  ['export', true],
] as const)('who may %s numbers may take the differences along: %s', async (action, may) => {
  grant('numbers', action)
  const user = await show()
  await user.upload(fileField(), BRIEF)
  await waitFor(() => expect(compare()).toBeEnabled())
  await user.click(compare())
  expect(await screen.findByText(/^One number listed/)).toBeVisible()
  expect(screen.queryAllByRole('button', { name: 'Export' })).toHaveLength(may ? 1 : 0)
})
