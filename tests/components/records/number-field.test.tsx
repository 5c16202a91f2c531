import { screen } from '@testing-library/react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { BulkDialog } from '@/components/records/bulk-dialog'
import { Fields } from '@/components/records/fields'
import type { RecordRow } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { numberInStock } from '@/lib/resources/number'
import { stockItem } from '@/lib/resources/stock-item'
import { taxJurisdiction } from '@/lib/resources/tax-jurisdiction'
import { answer, open } from './fake-backend'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({}) }))

function Form({ of, name }: { of: Resource; name: string }) {
  return (
    <FormProvider {...useForm({ defaultValues: of.blank })}>
      <Fields of={of} names={[name]} />
      <Held name={name} />
    </FormProvider>
  )
}
const Held = ({ name }: { name: string }) => <output>{String(useWatch({ name }))}</output>

const fields = [
  ['a tax rate', taxJurisdiction, 'percent'],
  ['the monthly cost of a number', numberInStock, 'monthly_cost'],
  ['the purchase cost of an item', stockItem, 'purchase_cost'],
] as const

test.for(fields)('%s keeps each digit as it is typed', async ([, of, name]) => {
  const { user } = open(<Form of={of as Resource} name={name} />)
  const box = screen.getByRole('spinbutton')
  for (const typed of ['8.05', '8.105', '0.015', '10.50', '-0.05', '7']) {
    await user.clear(box)
    expect(screen.getByRole('status')).toHaveTextContent('null')
    await user.type(box, typed)
    expect(box).toHaveDisplayValue(typed)
    expect(screen.getByRole('status')).toHaveTextContent(String(Number(typed)))
  }
})

test('a price set on many records is stored as typed', async () => {
  rpc.mockImplementation(async () => answer([]))
  const { user } = open(
    <BulkDialog
      resource={numberInStock as Resource}
      rows={[{ id: 'n1', version: 1, number: '+13035550100' } as RecordRow]}
      action="edit"
      onClose={() => undefined}
      onDone={() => undefined}
    />,
  )
  await user.click(await screen.findByRole('combobox'))
  await user.click(await screen.findByRole('option', { name: 'Monthly cost' }))
  await user.type(screen.getByRole('spinbutton', { name: 'Monthly cost' }), '1.05')
  await user.click(screen.getByRole('button', { name: 'Change 1 number' }))
  await vi.waitFor(() =>
    expect(rpc).toHaveBeenCalledWith(
      'change_records',
      expect.objectContaining({ record_values: { monthly_cost: 1.05 } }),
    ),
  )
})
