import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { NewTenantDialog } from '@/components/tenants/new-tenant-dialog'
import { NETWORK_FAILURE } from '@/lib/errors'
import type { Company } from '@/lib/live/sources'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
vi.mock('@/lib/tenants/setup-client', async (original) => ({
  ...(await original()),
  newestDomains: async () => [],
}))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('next/router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ push: vi.fn() }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

const template = { id: '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35', name: 'Harbor Lane Dental' }
const company = {
  id: '91da6636-246e-4aea-88c3-2899917b703e',
  name: 'Summit Trail Roofing',
  type: 'company',
  domain_uuid: null,
  tenant_code: null,
  time_zone: null,
} as Company
const made = (extensions: number) => ({
  data: { id: 'x', made: extensions ? { extensions } : {}, changed: [], problems: [] },
  error: null,
  status: 200,
})
const LOST = { data: null, error: { message: 'TypeError: fetch failed' }, status: 0 }

const onClose = vi.fn()
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  rpc.mockReset()
  onClose.mockReset()
})

const sent = () => rpc.mock.calls.map(([name, given]) => ({ name, ...given }))
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))

/** A dialog that copies the template, and whose creation got no answer. */
async function lost() {
  rpc.mockResolvedValueOnce(made(13)).mockResolvedValueOnce(LOST)
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <NewTenantDialog template={template} forCompany={company} onClose={onClose} />
    </SWRConfig>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: /Domain/ }), 'summit.pbx.example')
  await press(user, 'Check')
  await screen.findByText('13 extensions')
  await press(user, 'Create tenant')
  await screen.findByText(NETWORK_FAILURE)
  return user
}

test('a copy whose answer was lost is sent again as it was previewed', async () => {
  const user = await lost()
  expect(screen.getByText('13 extensions')).toBeVisible()
  rpc.mockResolvedValueOnce(made(0))
  await press(user, 'Create tenant')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [, first, again] = sent()
  expect(first).toMatchObject({ name: 'create_tenant_from', dry_run: false, template: template.id })
  expect(again).toEqual(first)
})

test('what is chosen after a lost answer is previewed, and refused if the tenant exists by now', async () => {
  const user = await lost()
  await press(user, 'Back')
  await user.click(screen.getByRole('switch', { name: 'With its extensions' }))
  const message = 'An earlier attempt has already created the tenant summit-trail-roofing.'
  rpc.mockResolvedValueOnce({ data: null, error: { code: 'TR422', message }, status: 400 })
  await press(user, 'Check')
  expect(await screen.findByText(message)).toBeVisible()
  const [, first, preview] = sent()
  expect(preview).toEqual({ ...first, with_extensions: false, dry_run: true })
  expect(onClose).not.toHaveBeenCalled()
})

test('an empty tenant is another one than the copy whose answer was lost', async () => {
  const user = await lost()
  await press(user, 'Back')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Starts with' }), 'nothing')
  const message = 'Summit Trail Roofing already has a tenant.'
  rpc.mockResolvedValueOnce({
    data: null,
    error: { code: '23514', message, details: '{"column": "company"}' },
    status: 400,
  })
  await press(user, 'Create tenant')
  expect(await screen.findByText(message)).toBeVisible()
  const [, copy, empty] = sent()
  expect(empty).toMatchObject({ name: 'create_tenant', company: company.id })
  expect(empty?.id).not.toBe(copy?.id)
  expect(onClose).not.toHaveBeenCalled()
})
