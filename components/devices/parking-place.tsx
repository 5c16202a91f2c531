import { useId } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useParkLots } from '@/hooks/use-park-lots'
import { everyPlaceOf, standingIn } from '@/lib/telephony/park-places'

type ParkingPlaceProps = {
  value: string
  onChange: (value: string) => void
}

/** The place at which a key parks calls and takes them up: one of the tenant's park lots, whose places are offered. */
export function ParkingPlace({ value, onChange }: ParkingPlaceProps) {
  const { data: lots } = useParkLots()
  const list = useId()
  const unknown = lots !== undefined && value !== '' && !lots.some((lot) => standingIn(lot, value))
  return (
    <FormRow
      label="Parking place"
      hint={unknown ? 'No park lot has this place: the key will park nothing.' : undefined}
    >
      <Input
        autoComplete="off"
        inputMode="numeric"
        list={list}
        maxLength={64}
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <datalist id={list}>
        {lots?.flatMap((lot) =>
          everyPlaceOf(lot).map((place) => (
            <option key={place} value={place}>
              {lot.name}
            </option>
          )),
        )}
      </datalist>
    </FormRow>
  )
}
