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

test.each([
  ['a price', 'Monthly cost', '1.05', { monthly_cost: 1.05 }],
  [
    'tags, as the form does, without blanks and repetitions,',
    'Tags',
    'VIP {Enter}{Enter}VIP',
    { tags: ['VIP'] },
  ],
  ['a carrier, as the form does, without blanks around it,', 'Carrier', ' Telnyx ', { carrier: 'Telnyx' }],
])('%s set on many records: what is stored', async (_what, name, typed, record_values) => {
  rpc.mockReset().mockImplementation(async () => answer([]))
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
  await user.click(await screen.findByRole('option', { name }))
  await user.type(screen.getByLabelText(name, { selector: 'input, textarea' }), typed)
  await user.click(screen.getByRole('button', { name: 'Change 1 number' }))
  await vi.waitFor(() =>
    expect(rpc).toHaveBeenCalledWith('change_records', expect.objectContaining({ record_values })),
  )
})
