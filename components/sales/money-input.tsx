import { useController } from 'react-hook-form'
import { Input } from '@/components/ui/input'

/** An amount of the form around it: with its cents as it is stored, and as it is typed once it is changed. */
export function MoneyInput({ name }: { name: string }) {
  const { field } = useController({ name })
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      {...field}
      value={typeof field.value === 'number' ? field.value.toFixed(2) : String(field.value ?? '')}
    />
  )
}
