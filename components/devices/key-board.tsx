import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { useDestinations } from '@/hooks/use-destinations'
import type { RecordValues } from '@/lib/records/field'
import { placeOf } from '@/lib/telephony/provisioning/configuration'
import {
  keyGroups,
  keyName,
  type KeyRow,
  keysInOrder,
  problemOf,
  withKey,
  withoutKey,
} from '@/lib/telephony/provisioning/key-rows'
import { phoneModel } from '@/lib/telephony/provisioning/models'
import { KeyForm } from './key-form'
import { KeyList } from './key-list'
import { KeyPicture, type PicturedKey } from './key-picture'

export type KeyBoardProps = {
  /** The form field with the keys. */
  name: 'device_keys' | 'device_profile_keys'
  vendor: string
  model: string
  /** The profile's keys, which those of the form override. */
  inherited?: readonly KeyRow[]
  /** The lines in use, shown on their line keys by default. */
  lines?: readonly number[]
}

/** A phone's keys on a diagram, with a form for the selected key and a list of the programmed ones. */
export function KeyBoard({ name, vendor, model: modelName, inherited = [], lines = [1] }: KeyBoardProps) {
  const { watch, setValue, formState } = useFormContext<RecordValues>()
  const model = phoneModel(vendor, modelName)
  const groups = keyGroups(model)
  const [groupIndex, setGroupIndex] = useState(0)
  const group = groups[groupIndex] ?? groups[0]
  const [chosen, setChosen] = useState<number>(1)
  const own = (watch(name) ?? []) as KeyRow[]
  const { byId, labelOf } = useDestinations([...own, ...inherited].map(({ destination_id: id }) => id))
  const error = formState.errors[name]?.message ?? formState.errors[name]?.root?.message
  if (!group) return <p className="text-base text-text-muted">This model has no programmable keys.</p>

  const { category, positions } = group
  const selected = positions.includes(chosen) ? chosen : (positions[0] ?? 1)
  const change = (rows: KeyRow[]) =>
    setValue(name, rows, { shouldDirty: true, shouldValidate: Boolean(error) })
  const find = (rows: readonly KeyRow[], position: number) =>
    rows.find((row) => row.category === category && row.position === position)
  const withLabel = (row: KeyRow): KeyRow => ({
    ...row,
    label: row.label || (row.destination_id ? labelOf(row.destination_id) : ''),
  })

  function keyAt(position: number): PicturedKey {
    const programmed = find(own, position)
    if (programmed) return { ...withLabel(programmed), inherited: false, problem: problemOf(programmed) }
    const followed = find(inherited, position)
    if (followed) return { ...withLabel(followed), inherited: true }
    const isLine = category === 'line' && lines.includes(position)
    const type = isLine ? 'line' : 'none'
    return { category, position, type, line: isLine ? position : 1, value: '', label: '', inherited: true }
  }

  const current: KeyRow = find(own, selected) ??
    find(inherited, selected) ?? {
      ...keyAt(selected),
      id: '',
      destination_id: null,
    }
  const isOwn = find(own, selected) !== undefined
  const edited = (given: Partial<KeyRow>) => {
    const { id, type, line, value, destination_id, label } = { ...current, ...given }
    change(
      withKey(own, {
        id: isOwn ? id : crypto.randomUUID(),
        category,
        position: selected,
        type,
        line,
        value,
        destination_id,
        label,
      }),
    )
  }
  const places = new Set(own.map(placeOf))
  const listed = keysInOrder([...own, ...inherited.filter((key) => !places.has(placeOf(key)))])

  function open(key: KeyRow) {
    setGroupIndex(
      groups.findIndex((one) => one.category === key.category && one.positions.includes(key.position)),
    )
    setChosen(key.position)
  }

  return (
    <div className="flex flex-col gap-3">
      {error ? <Alert tone="danger">{String(error)}</Alert> : null}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-2">
          {groups.length > 1 ? (
            <Select
              aria-label="Part of the phone"
              options={groups.map((one, index) => ({ value: String(index), label: one.name }))}
              value={String(groups.indexOf(group))}
              onChange={(event) => setGroupIndex(Number(event.target.value))}
            />
          ) : null}
          <KeyPicture
            model={model.name}
            group={group}
            keyAt={keyAt}
            selected={selected}
            onSelect={setChosen}
          />
        </div>
        <KeyList
          keys={listed}
          own={places}
          selected={{ category, position: selected }}
          labelOf={labelOf}
          onOpen={open}
        />
      </div>
      <SelectedKey
        place={{ category, position: selected }}
        isOwn={isOwn}
        isInherited={find(inherited, selected) !== undefined}
        onClear={() => change(withoutKey(own, { category, position: selected }))}
      >
        <KeyForm
          key={`${category} ${selected}`}
          value={current}
          kind={byId.get(current.destination_id ?? '')?.group}
          model={model}
          onChange={edited}
        />
      </SelectedKey>
    </div>
  )
}

/** The form of the selected key, under its name, with whose key it is. */
function SelectedKey({
  place,
  isOwn,
  isInherited,
  onClear,
  children,
}: {
  place: Parameters<typeof keyName>[0]
  /** Whether the phone has a key of its own there, and whether its profile has one. */
  isOwn: boolean
  isInherited: boolean
  onClear: () => void
  children: ReactNode
}) {
  const name = keyName(place)
  return (
    <section aria-label={name} className="flex flex-col gap-3 rounded-lg border border-border p-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h4 className="text-base font-semibold">{name}</h4>
        {isOwn ? (
          <Button size="sm" onClick={onClear}>
            {isInherited ? 'Use the profile’s key' : 'Clear key'}
          </Button>
        ) : isInherited ? (
          <span className="text-sm text-text-muted">From the profile. A change is this phone’s own.</span>
        ) : null}
      </div>
      {children}
    </section>
  )
}
