import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { keys } from '@/hooks/keys'
import { useUser } from '@/hooks/use-user'
import { useRefresh, useWrite } from '@/hooks/use-write'
import { isAmount } from '@/lib/billing/money'
import { SEAT_PRODUCTS } from '@/lib/resources/service'
import { createService } from '@/lib/sales/create-records'
import { SERVICES as LIMITS } from '@/lib/supabase/constraints'

const PRICES = [
  { name: 'one_off_price', label: 'One-off price' },
  { name: 'monthly_price', label: 'Monthly price' },
] as const

export interface CreatedService {
  id: string
  one_off_price: string
  monthly_price: string
}

/** Creates a service from a line item's picker. */
export function NewServiceDialog({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (service: CreatedService) => void
}) {
  const user = useUser()
  const refresh = useRefresh()
  const write = useWrite(() => refresh(keys.services(user?.id ?? '')))
  const [id] = useState(() => crypto.randomUUID())
  const [values, setValues] = useState({ name: '', one_off_price: '', monthly_price: '', seat_product: '' })
  const price = (name: (typeof PRICES)[number]['name']) => values[name].trim() || '0'
  const wrong = PRICES.find(({ name }) => !isAmount(price(name)))
  const dirty = Object.values(values).some(Boolean)

  async function save() {
    const made = { id, one_off_price: price('one_off_price'), monthly_price: price('monthly_price') }
    const seat_product = SEAT_PRODUCTS.find(({ value }) => value === values.seat_product)?.value ?? null
    await write((supabase) => createService(supabase, { ...made, name: values.name.trim(), seat_product }))
    onMade(made)
    return true
  }

  return (
    <FormDialog
      title="New service"
      submitLabel="Create service"
      size="sm"
      dirty={dirty}
      draft={null}
      ready={values.name.trim() !== '' && !wrong}
      onSave={save}
      onClose={onClose}
    >
      <FormRow label="Name" required>
        <Input
          maxLength={LIMITS.name.maxLength}
          autoComplete="off"
          value={values.name}
          onChange={(event) => setValues({ ...values, name: event.target.value })}
        />
      </FormRow>
      {PRICES.map(({ name, label }) => (
        <FormRow
          key={name}
          label={label}
          hint="US dollars."
          error={wrong?.name === name ? 'Enter dollars and cents, such as 1200.50.' : undefined}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        </FormRow>
      ))}
      <FormRow label="Pays for seats" hint="Each unit that is billed pays for one licensed seat.">
        <Select
          placeholder="None"
          options={SEAT_PRODUCTS}
          value={values.seat_product}
          onChange={(event) => setValues({ ...values, seat_product: event.target.value })}
        />
      </FormRow>
    </FormDialog>
  )
}
