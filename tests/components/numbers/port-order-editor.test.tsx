import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PortOrderEditor } from '@/components/numbers/port-order-editor'
import { RecordForm } from '@/components/records/record-form'
import { portOrder } from '@/lib/resources/port-order'
import { keepDraft } from '@/lib/session/drafts'
import { permissionsFrom } from '@/lib/session/permissions'
import { answer, open, TENANT, tableOf } from '../records/fakes'

vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]), from: () => tableOf(() => answer([])) }),
}))
vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({
    permissions: permissionsFrom(
      ['view', 'create', 'edit'].map((action) => ({ section: 'numbers', action })),
    ),
  }),
}))

beforeEach(() => window.localStorage.clear())

const numbers = () => screen.getByRole('textbox', { name: 'Numbers' })

test('numbers that were typed earlier are restored where they are typed, and typing goes on from them', async () => {
  keepDraft(`port_orders ${TENANT.id} new`, null, {
    port_order_numbers: [{ id: 'n1', number: '+12075550107' }],
  })
  const { user } = open(
    <RecordForm
      resource={portOrder}
      stored={null}
      editor={PortOrderEditor}
      onClose={vi.fn()}
      onSaved={vi.fn()}
    />,
  )
  expect(numbers()).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(numbers()).toHaveValue('(207) 555-0107')
  await user.type(numbers(), '{Enter}front desk')
  expect(numbers()).toHaveValue('(207) 555-0107\nfront desk')
  expect(screen.getByText('One line is left out')).toBeInTheDocument()
  expect(screen.getByText(/^1 number\./)).toBeInTheDocument()
})

test('a new order says when its PIN and letter can be added', () => {
  open(
    <RecordForm
      resource={portOrder}
      stored={null}
      editor={PortOrderEditor}
      onClose={vi.fn()}
      onSaved={vi.fn()}
    />,
  )
  expect(screen.queryByLabelText('Transfer PIN')).not.toBeInTheDocument()
  expect(screen.getByText(/Add the transfer PIN and the signed letter after creating/)).toBeInTheDocument()
})
