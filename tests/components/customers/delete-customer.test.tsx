import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { DeleteCustomer } from '@/components/customers/delete-customer'
import type { RecordRow } from '@/lib/records/field'
import { customer } from '@/lib/resources/customer'

const rpc = vi.fn()
const remove = vi.fn()
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc, from: () => ({ delete: remove }) }),
}))

const good = (data: unknown) => ({ data, error: null, status: 200 })
const HOLDS = 'Acme cannot be deleted while it has the tenant acme.pbx.example, 4 numbers, 1 open invoice.'
const row = { id: '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35', name: 'Acme', version: 1 } satisfies RecordRow

function open(kept: string | null) {
  rpc.mockImplementation(async (name: string) => good(name === 'company_delete_refusal' ? kept : []))
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <DeleteCustomer resource={customer} row={row} onClose={() => undefined} onDeleted={() => undefined} />
    </SWRConfig>,
  )
}

beforeEach(() => {
  rpc.mockReset()
  remove.mockReset()
})

test('a customer whose tenant keeps it from deletion shows the tenant and no delete button', async () => {
  open(HOLDS)
  expect(await screen.findByText(HOLDS)).toBeVisible()
  expect(screen.queryByText(/Nothing uses it/)).not.toBeInTheDocument()
  const confirm = screen.getByRole('button', { name: 'Delete' })
  expect(confirm).toBeDisabled()
  await userEvent.click(confirm)
  expect(remove).not.toHaveBeenCalled()
})

test('a customer that nothing refers to can be deleted', async () => {
  open(null)
  expect(await screen.findByText(/Nothing uses it/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeEnabled()
})
