import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import type { RingingPhone } from '@/lib/telephony/simulator/answer'
import { PHONE_CHOICES, type PhoneChoice, type TestCall } from '@/lib/telephony/simulator/question'

/** What each phone that the call comes to does. */
export function PhoneStates({
  phones,
  chosen,
  onChange,
}: {
  phones: readonly RingingPhone[]
  chosen: TestCall['phones']
  onChange: (phones: TestCall['phones']) => void
}) {
  function choose(key: string, value: string) {
    const { [key]: _before, ...others } = chosen
    onChange(value === '' ? others : { ...others, [key]: value as PhoneChoice })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 text-base font-semibold">Phones</legend>
      {phones.length === 0 ? (
        <p className="text-sm text-text-muted">The call reaches no phone.</p>
      ) : (
        phones.map((phone) => (
          <FormRow key={phone.key} label={phone.label}>
            <Select
              options={choicesOf(phone)}
              value={chosen[phone.key] ?? ''}
              onChange={(event) => choose(phone.key, event.target.value)}
            />
          </FormRow>
        ))
      )}
      {Object.keys(chosen).length > 0 ? (
        <Button size="sm" className="self-start" onClick={() => onChange({})}>
          Nobody answers
        </Button>
      ) : null}
    </fieldset>
  )
}

/** The first, an empty value, is what holds while nothing is chosen. */
function choicesOf({ confirms, leaves }: RingingPhone) {
  const offered = PHONE_CHOICES.filter(
    ({ value }) => (value !== 'away' || leaves) && (value !== 'unconfirmed' || confirms),
  )
  return [{ value: '', label: leaves ? 'Leaves the tenant' : 'No answer' }, ...offered]
}
