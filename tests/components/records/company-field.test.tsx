import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { beforeEach, expect, test, vi } from 'vitest'
import { Fields } from '@/components/records/fields'
import { CompanyField } from '@/components/sales/company-field'
import { stockItem } from '@/lib/resources/stock-item'
import { permissionsFrom } from '@/lib/session/permissions'
import { open } from './fake-backend'

vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({ permissions: permissionsFrom([{ section: 'sales', action: 'create' }]) }),
}))
const found = vi.hoisted(() => ({ companies: [] as { id: string; name: string }[], created: [] as string[] }))
vi.mock('@/lib/sales/opportunity', async (original) => ({
  ...(await original<object>()),
  findCompanies: async () => found.companies,
}))
vi.mock('@/lib/sales/create-records', async (original) => ({
  ...(await original<object>()),
  createCompany: async (_supabase: unknown, { name }: { name: string }) => void found.created.push(name),
}))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))

const submitted = vi.fn()
beforeEach(() => {
  submitted.mockClear()
  Object.assign(found, { companies: [], created: [] })
})

function Form({ children }: { children: ReactNode }) {
  return (
    <FormProvider {...useForm({ defaultValues: { company_id: null } })}>
      <form onSubmit={submitted}>
        {children}
        <Chosen />
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  )
}
const Chosen = () => <output>{String(useWatch({ name: 'company_id' }))}</output>

test('the button for a new company is there as soon as the form is', () => {
  open(
    <Form>
      <Fields of={stockItem} names={['company_id']} />
    </Form>,
  )
  expect(screen.getByRole('button', { name: 'New company' })).toBeVisible()
})

const typeAndEnter = async (words: string) => {
  const { user } = open(
    <Form>
      <CompanyField onChanged={() => undefined} />
    </Form>,
  )
  await user.type(screen.getByRole('searchbox', { name: 'Company' }), `${words}{Enter}`)
}

test('Enter chooses the first company found, without saving the form', async () => {
  found.companies = [
    { id: 'c1', name: 'Foxtail Instruments' },
    { id: 'c2', name: 'Foxglove' },
  ]
  await typeAndEnter('fox')
  await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('c1'))
  expect(found.created).toEqual([])
  expect(submitted).not.toHaveBeenCalled()
})

test('Enter creates the company that nobody has yet, without saving the form', async () => {
  await typeAndEnter('Thistledown Optics')
  await vi.waitFor(() => expect(found.created).toEqual(['Thistledown Optics']))
  await vi.waitFor(() => expect(screen.getByRole('status')).not.toHaveTextContent('null'))
  expect(submitted).not.toHaveBeenCalled()
})
