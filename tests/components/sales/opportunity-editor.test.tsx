import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { RecordForm } from '@/components/records/record-form'
import { OpportunityEditor } from '@/components/sales/opportunity-editor'
import type { RecordRow } from '@/lib/records/field'
import { opportunity } from '@/lib/resources/opportunity'
import { ACTIONS } from '@/lib/session/permissions'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

const COMPANY = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const backend = vi.hoisted(() => ({
  rows: {} as Record<string, Record<string, unknown>[]>,
  read: async (_table: string): Promise<void> => undefined,
}))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'ada' }),
  subscribeToUser: () => () => {},
}))
vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'ada' }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('sales', ...ACTIONS)
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async () => answer([]),
    from: (table: string) => {
      const chain = tableOf(async () => {
        await backend.read(table)
        return answer(backend.rows[table] ?? [])
      })
      chain.single = async () => answer(backend.rows[table]?.at(-1))
      chain.maybeSingle = async () => answer(backend.rows[table]?.[0] ?? null)
      // The page after the first of a list.
      chain.gt = () => tableOf(() => answer([]))
      chain.upsert = (row: Record<string, unknown>) => {
        backend.rows[table] = [...(backend.rows[table] ?? []), row]
        return chain
      }
      return chain
    },
  }),
}))

// Fetched when first needed; on a busy machine that would take longer than a query waits.
beforeAll(async () => {
  await Promise.all([
    import('@/components/sales/new-contact-dialog'),
    import('@/components/sales/new-service-dialog'),
  ])
}, 60_000)
beforeEach(() => {
  window.localStorage.clear()
  backend.read = async () => undefined
  backend.rows = { companies: [{ id: COMPANY, name: 'Foxtail Instruments' }] }
})

const show = (stored: RecordRow | null = null) =>
  open(
    <RecordForm
      resource={opportunity}
      stored={stored}
      initial={{ ...opportunity.blank, company_id: COMPANY }}
      editor={OpportunityEditor}
      onClose={vi.fn()}
      onSaved={vi.fn()}
    />,
  )

test('focus stays with the company when it is changed and chosen', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Change the company' }))
  expect(screen.getByRole('searchbox', { name: 'Company' })).toHaveFocus()
  await user.keyboard('Foxtail{Enter}')
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Change the company' })).toHaveFocus())
})

test('a contact created from the picker is selected', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'New contact' }))
  const making = await screen.findByRole('dialog', { name: 'New contact' })
  await user.type(within(making).getByRole('textbox', { name: 'Name' }), 'Front desk')
  await user.click(within(making).getByRole('button', { name: 'Create contact' }))
  await vi.waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Contact' })).toHaveDisplayValue('Front desk'),
  )
  expect(backend.rows.contacts).toMatchObject([{ company_id: COMPANY, name: 'Front desk' }])
})

test('a service is made where one is chosen, and becomes a line item with its prices', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'New service' }))
  const making = await screen.findByRole('dialog', { name: 'New service' })
  await user.type(within(making).getByRole('textbox', { name: 'Name' }), 'Door phone')
  await user.type(within(making).getByRole('textbox', { name: 'Monthly price' }), '7.50')
  // Services are first read for the line, and arrive after it.
  const arrived = Promise.withResolvers<void>()
  backend.read = (table) => (table === 'services' ? arrived.promise : Promise.resolve())
  await user.click(within(making).getByRole('button', { name: 'Create service' }))
  const monthly = await screen.findByRole('textbox', { name: /Monthly price/ })
  expect(monthly).toHaveValue('7.50')
  arrived.resolve()
  await vi.waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Service 1' })).toHaveDisplayValue('Door phone'),
  )
  expect(backend.rows.services).toMatchObject([{ name: 'Door phone', monthly_price: 7.5 }])
})

const storedAs = (status: string) =>
  ({ ...opportunity.blank, id: 'o1', version: 1, company_id: COMPANY, status }) as RecordRow
const stages = () =>
  within(screen.getByRole('combobox', { name: 'Stage' }))
    .getAllByRole('option')
    .map((option) => option.textContent)

test.each([
  ['a new one', null],
  ['one in negotiation', storedAs('negotiation')],
])('%s is not won by the form, which would set nothing up, but says where it is', (_, stored) => {
  show(stored)
  expect(stages()).toEqual(['Lead', 'Qualified', 'Proposal', 'Negotiation', 'Lost'])
  expect(screen.getByRole('combobox', { name: 'Stage' })).toHaveAccessibleDescription(/“Move to…”/)
})

test('a won one stays won in the form', () => {
  show(storedAs('won'))
  expect(screen.getByRole('combobox', { name: 'Stage' })).toHaveDisplayValue('Won')
})
