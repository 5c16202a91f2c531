import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { dialedDigits } from '@/lib/telephony/dialed-number'

/** A number to test, as dialed; `resultId` is the id of the element that shows the result. */
export function DialedInput({
  label,
  value,
  onChange,
  resultId,
}: {
  label: string
  value: string
  onChange: (typed: string) => void
  resultId: string
}) {
  const wrong = value !== '' && dialedDigits(value) === undefined
  return (
    <FormRow label={label} error={wrong ? 'This number cannot be dialed.' : undefined}>
      <Input
        type="tel"
        autoComplete="off"
        placeholder="(207) 555-0142"
        aria-controls={resultId}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormRow>
  )
}
