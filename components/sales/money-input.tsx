import { useController } from 'react-hook-form'
import { Input } from '@/components/ui/input'

/** An amount in the surrounding form: shown with cents as stored, and as typed once edited. */
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
