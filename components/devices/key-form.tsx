import { useId } from 'react'
import { DestinationPicker } from '@/components/common/destination-picker'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useDialedTarget } from '@/hooks/use-dialed-target'
import { useParkLots } from '@/hooks/use-park-lots'
import { DIALED_KINDS } from '@/lib/telephony/destination-kinds'
import { everySpaceOf, parkSpaceOf } from '@/lib/telephony/park-spaces'
import { KEY_TYPES, type KeyType } from '@/lib/telephony/provisioning/configuration'
import { dials, KEY_TYPE_LABELS, type KeyRow } from '@/lib/telephony/provisioning/key-rows'
import { usesLine } from '@/lib/telephony/provisioning/limits'
import type { PhoneModel } from '@/lib/telephony/provisioning/models'

const TYPES = KEY_TYPES.map((value) => ({ value, label: KEY_TYPE_LABELS[value] }))

/** The switch tells lamps of the states of extensions. */
const WATCHED_KINDS = ['extensions'] as const

export type KeyFormProps = {
  value: KeyRow
  /** The kind of its destination, once that is known. */
  kind: string | undefined
  model: Pick<PhoneModel, 'vendor' | 'lines'>
  onChange: (change: Partial<KeyRow>) => void
}

/** What a key of a phone does. A change of its type takes off what the new one cannot use. */
export function KeyForm({ value: key, kind, model: { vendor, lines }, onChange: change }: KeyFormProps) {
  const watches = key.type === 'blf'

  function chooseType(type: KeyType) {
    if (!dials(type)) change({ type, value: '', destination_id: null })
    else if (
      type === 'park' ||
      (type === 'blf' && kind && !WATCHED_KINDS.some((watched) => watched === kind))
    )
      change({ type, destination_id: null })
    else change({ type })
  }

  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <FormRow label="Type">
        <Select
          options={TYPES}
          value={key.type}
          onChange={(event) => chooseType(event.target.value as KeyType)}
        />
      </FormRow>
      {usesLine(vendor, key.type) ? (
        <FormRow label="Line">
          <Select
            options={Array.from({ length: Math.max(lines, key.line) }, (_, index) => ({
              value: String(index + 1),
              label: String(index + 1),
            }))}
            value={String(key.line)}
            onChange={(event) => change({ line: Number(event.target.value) })}
          />
        </FormRow>
      ) : null}
      {dials(key.type) && key.type !== 'park' ? (
        <FormRow
          label={watches ? 'Watches' : 'Dials'}
          hint={watches && 'The lamp lights for extensions only. For others, use a speed dial.'}
        >
          <DestinationPicker
            kinds={watches ? WATCHED_KINDS : DIALED_KINDS}
            noneLabel="Another number"
            value={key.destination_id}
            onChange={(id) => change({ destination_id: id, value: '' })}
          />
        </FormRow>
      ) : null}
      {key.type === 'park' ? (
        <ParkingPlace value={key.value} onChange={(value) => change({ value, destination_id: null })} />
      ) : null}
      {dials(key.type) && key.type !== 'park' && !key.destination_id ? (
        <DialedNumber value={key.value} onChange={(value) => change({ value })} />
      ) : null}
      {key.type === 'none' ? null : (
        <FormRow label="Label">
          <Input
            autoComplete="off"
            maxLength={64}
            value={key.label}
            onChange={(event) => change({ label: event.target.value })}
          />
        </FormRow>
      )}
    </div>
  )
}

/** A typed number, with the tenant's record that has it. */
function DialedNumber({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const held = useDialedTarget(value)
  return (
    <FormRow
      label="Number"
      hint={
        held === null ? 'No extension, group or code of this tenant has this number.' : (held ?? undefined)
      }
    >
      <Input
        autoComplete="off"
        maxLength={64}
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
      />
    </FormRow>
  )
}

type ParkingPlaceProps = {
  value: string
  onChange: (value: string) => void
}

/** The parking space of a key, chosen from the tenant's park lots. */
function ParkingPlace({ value, onChange }: ParkingPlaceProps) {
  const { data: lots } = useParkLots()
  const list = useId()
  const unknown = lots !== undefined && value !== '' && !lots.some((lot) => parkSpaceOf(lot, value))
  return (
    <FormRow
      label="Parking space"
      hint={unknown ? 'No park lot has this space: the key will not work.' : undefined}
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
          everySpaceOf(lot).map((place) => (
            <option key={place} value={place}>
              {lot.name}
            </option>
          )),
        )}
      </datalist>
    </FormRow>
  )
}
