import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Select } from '@/components/ui/select'
import { useDestinations } from '@/hooks/use-destinations'
import type { RecordValues } from '@/lib/records/field'
import { placeOf } from '@/lib/telephony/provisioning/configuration'
import {
  inOrder,
  KEY_TYPE_LABELS,
  type KeyRow,
  keyGroups,
  keyName,
  problemOf,
  withKey,
  withoutKey,
} from '@/lib/telephony/provisioning/key-rows'
import { phoneModel } from '@/lib/telephony/provisioning/models'
import { KeyForm } from './key-form'
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
  const { labelOf } = useDestinations([...own, ...inherited].map(({ destination_id: id }) => id))
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
  const edited = (key: KeyRow) => {
    const { id, category, position, type, line, value, destination_id, label } = key
    change(
      withKey(own, {
        id: isOwn ? id : crypto.randomUUID(),
        category,
        position,
        type,
        line,
        value,
        destination_id,
        label,
      }),
    )
  }
  const places = new Set(own.map(placeOf))
  const listed = inOrder([...own, ...inherited.filter((key) => !places.has(placeOf(key)))])

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
        <section className="flex min-w-0 flex-col gap-2" aria-label="Programmed keys">
          <h4 className="text-sm font-medium text-text-muted">Programmed keys</h4>
          {listed.length === 0 ? (
            <p className="text-base text-text-muted">None yet: select a key on the phone.</p>
          ) : (
            <ol className="flex max-h-56 flex-col overflow-y-auto">
              {listed.map((key) => {
                const now = key.category === category && key.position === selected
                return (
                  <li key={placeOf(key)}>
                    <button
                      type="button"
                      aria-current={now || undefined}
                      onClick={() => open(key)}
                      className={cn(
                        'flex min-h-7 w-full items-baseline gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-surface-hover touch:min-h-11 touch:items-center',
                        now && 'bg-accent-soft text-accent-text',
                      )}
                    >
                      <span className="w-28 shrink-0">{keyName(key)}</span>
                      <span className="min-w-0 break-words">
                        {KEY_TYPE_LABELS[key.type]}
                        {key.destination_id || key.value
                          ? ` · ${key.destination_id ? labelOf(key.destination_id) : key.value}`
                          : ''}
                        {places.has(placeOf(key)) ? '' : ' · profile'}
                      </span>
                    </button>
                  </li>
                )
              })}
            </ol>
          )}
        </section>
      </div>
      <section
        aria-label={keyName({ category, position: selected })}
        className="flex flex-col gap-3 rounded-lg border border-border p-3"
      >
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <h4 className="text-base font-semibold">{keyName({ category, position: selected })}</h4>
          {isOwn ? (
            <Button size="sm" onClick={() => change(withoutKey(own, { category, position: selected }))}>
              {find(inherited, selected) ? 'Use the profile’s key' : 'Clear key'}
            </Button>
          ) : find(inherited, selected) ? (
            <span className="text-sm text-text-muted">From the profile. A change is this phone’s own.</span>
          ) : null}
        </div>
        <KeyForm value={current} lines={model.lines} onChange={edited} />
      </section>
    </div>
  )
}
