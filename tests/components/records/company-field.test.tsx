import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { beforeEach, expect, test, vi } from 'vitest'
import { Fields } from '@/components/records/fields'
import { CompanyField } from '@/components/sales/company-field'
import { RequestFailure } from '@/lib/errors'
import { stockItem } from '@/lib/resources/stock-item'
import { grant } from '../fake-member'
import { open } from './fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('sales', 'create')
const found = vi.hoisted(() => ({
  companies: [] as { id: string; name: string }[],
  created: [] as { id: string; name: string }[],
  /** When a search is answered, and a company created. */
  answered: Promise.resolve(),
}))
vi.mock('@/lib/sales/opportunity', async (original) => ({
  ...(await original<object>()),
  findCompanies: async () => {
    await found.answered
    return found.companies
  },
}))
vi.mock('@/lib/sales/create-records', async (original) => ({
  ...(await original<object>()),
  createCompany: async (_supabase: unknown, { id, name }: { id: string; name: string }) => {
    found.created.push({ id, name })
    await found.answered
  },
}))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/lib/browser/notify', () => ({ notify: () => undefined }))

const submitted = vi.fn()
beforeEach(() => {
  submitted.mockClear()
  Object.assign(found, { companies: [], created: [], answered: Promise.resolve() })
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
  return user
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
  await vi.waitFor(() => expect(found.created).toMatchObject([{ name: 'Thistledown Optics' }]))
  await vi.waitFor(() => expect(screen.getByRole('status')).not.toHaveTextContent('null'))
  expect(submitted).not.toHaveBeenCalled()
})

test('a company chosen before Enter is answered stays chosen', async () => {
  const late = Promise.withResolvers<void>()
  found.companies = [
    { id: 'c1', name: 'Foxtail Instruments' },
    { id: 'c2', name: 'Foxglove' },
  ]
  const { user } = open(
    <Form>
      <CompanyField onChanged={() => undefined} />
    </Form>,
  )
  const box = screen.getByRole('searchbox', { name: 'Company' })
  await user.type(box, 'fox')
  const second = await screen.findByRole('button', { name: 'Foxglove' })
  found.answered = late.promise
  await user.type(box, '{Enter}')
  await user.click(second)
  await act(async () => late.resolve())
  expect(screen.getByRole('status')).toHaveTextContent('c2')
})

test('a company created again after a lost response is the same company', async () => {
  const { user } = open(
    <Form>
      <CompanyField onChanged={() => undefined} />
    </Form>,
  )
  await user.type(screen.getByRole('searchbox', { name: 'Company' }), 'Larch & Sons')
  const create = await screen.findByRole('button', { name: 'Create “Larch & Sons”' })
  const lost = Promise.withResolvers<void>()
  found.answered = lost.promise
  await user.click(create)
  await act(async () => lost.reject(new RequestFailure('The server cannot be reached.', 0)))
  await vi.waitFor(() => expect(create).toBeEnabled())
  found.answered = Promise.resolve()
  await user.click(create)
  const [first, second] = found.created
  expect(second).toEqual(first)
  await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(first?.id ?? ''))
})
