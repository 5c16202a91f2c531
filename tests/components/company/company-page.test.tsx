import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CompanyPage } from '@/components/company/company-page'
import type { CompanyProfile } from '@/lib/company/profile'
import { grant, useMember } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-user', () => ({ useUser: () => undefined }))
vi.mock('next/router', () => ({
  default: { events: { on() {}, off() {} }, asPath: '/' },
  useRouter: () => ({ query: {}, events: { on() {}, off() {} } }),
}))

const PROFILE: CompanyProfile = {
  id: '8a1a0e0c-52a6-4f4e-9d1a-d5a4e4a8a0a1',
  created_at: '2026-03-01T00:00:00Z',
  updated_at: '2026-03-01T00:00:00Z',
  version: 1,
  name: 'Granite Voice',
  address: '1 Ledge Road\nBarre, VT 05641',
  phone: '(802) 555-0100',
  email: null,
  tax_id: '',
  payment_instructions: 'By check.',
  quote_terms: '',
  time_zone: 'America/Denver',
}
let stored: CompanyProfile | null

beforeEach(() => {
  stored = PROFILE
  grant('superadmin', 'view', 'create', 'edit')
  backend.from.mockImplementation(() => tableOf(() => answer(stored)))
  backend.rpc.mockReset().mockImplementation(async () => answer({ ...PROFILE, version: 1 }))
})

test('while nobody has filled in the company, its page says what that means and offers to', async () => {
  stored = null
  const { user } = open(<CompanyPage />)
  expect(await screen.findByText(/quotes and invoices are from “Trunkline”/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add them' }))
  const form = await screen.findByRole('dialog', { name: 'New company profile' })
  await user.type(within(form).getByRole('textbox', { name: 'Email' }), 'nobody')
  await user.click(within(form).getByRole('button', { name: /^(Save|Create)/ }))
  expect(await within(form).findByText('Enter your company’s name.')).toBeVisible()
  expect(within(form).getByText('Enter a valid email address.')).toBeVisible()
  expect(backend.rpc).not.toHaveBeenCalled()
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Granite Voice')
  await user.clear(within(form).getByRole('textbox', { name: 'Email' }))
  await user.click(within(form).getByRole('button', { name: /^(Save|Create)/ }))
  expect(backend.rpc).toHaveBeenCalledExactlyOnceWith(
    'save_record',
    expect.objectContaining({
      target_table: 'company_profiles',
      record_values: expect.objectContaining({ name: 'Granite Voice', email: null }),
    }),
  )
})

test('the company is shown as filled in, and opens to be edited', async () => {
  const { user } = open(<CompanyPage />)
  const name = await screen.findByRole('heading', { name: 'Granite Voice' })
  expect(name).toBeVisible()
  expect(screen.getByText('How to pay').nextSibling).toHaveTextContent('By check.')
  expect(screen.getByText('Email').nextSibling).toHaveTextContent('—')
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const form = await screen.findByRole('dialog', { name: 'Granite Voice' })
  expect(within(form).getByRole('textbox', { name: 'Address' })).toHaveValue('1 Ledge Road\nBarre, VT 05641')
})

test('the zone of the business day is chosen here, and goes by its new value at once', async () => {
  const { user } = open(<CompanyPage />)
  await screen.findByRole('heading', { name: 'Granite Voice' })
  expect(screen.getByText('Time zone').nextSibling).toHaveTextContent('America/Denver')
  const checkStanding = vi.spyOn(useMember(), 'retry')
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const form = await screen.findByRole('dialog', { name: 'Granite Voice' })
  const zone = within(form).getByRole('combobox', { name: 'Time zone' })
  expect(zone).toHaveAccessibleDescription('Decides when your day ends: due dates, invoices and reports.')
  await user.selectOptions(zone, 'Pacific/Honolulu')
  await user.click(within(form).getByRole('button', { name: /^Save/ }))
  await vi.waitFor(() => expect(checkStanding).toHaveBeenCalled())
  expect(backend.rpc).toHaveBeenCalledExactlyOnceWith(
    'save_record',
    expect.objectContaining({ record_values: expect.objectContaining({ time_zone: 'Pacific/Honolulu' }) }),
  )
})

test('who may only look finds nothing to edit', async () => {
  grant('superadmin', 'view')
  open(<CompanyPage />)
  await screen.findByRole('heading', { name: 'Granite Voice' })
  expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
})
