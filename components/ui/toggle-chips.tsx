import { useId } from 'react'
import { cn } from './cn'

export type Chip<Value> = { value: Value; label: string; name?: string }

export type ToggleChipsProps<Value> = {
  /** Label of the group, visible above the chips. */
  label: string
  hint?: string
  /** `name` is read aloud instead of a short label. */
  chips: readonly Chip<Value>[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  disabled?: boolean
  /** Chips of equal width, such as the days of a month. */
  even?: boolean
}

/** A multiple selection from a few options: native check boxes styled as chips. The result keeps the order of the chips. */
export function ToggleChips<Value extends string | number>({
  label,
  hint,
  chips,
  value,
  onChange,
  disabled,
  even = false,
}: ToggleChipsProps<Value>) {
  const hintId = useId()
  return (
    <fieldset className="min-w-0" disabled={disabled} aria-describedby={hint ? hintId : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className={even ? 'grid max-w-xs grid-cols-7 gap-1' : 'flex flex-wrap gap-1'}>
        {chips.map((chip) => {
          const chosen = value.includes(chip.value)
          return (
            <label
              key={chip.value}
              className={cn(
                'relative inline-flex h-7 min-w-7 cursor-pointer items-center justify-center rounded-md border px-2 text-sm font-medium focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus has-disabled:cursor-not-allowed touch:h-11 touch:min-w-11',
                even && 'px-0',
                chosen
                  ? 'border-accent bg-accent text-accent-contrast has-disabled:border-border has-disabled:bg-surface-active has-disabled:text-text'
                  : 'border-border-control bg-surface text-text hover:bg-surface-hover has-disabled:border-border has-disabled:text-text-disabled',
              )}
            >
              <input
                type="checkbox"
                className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
                aria-label={chip.name ?? chip.label}
                checked={chosen}
                onChange={() =>
                  onChange(
                    chips
                      .map((one) => one.value)
                      .filter((one) => (one === chip.value ? !chosen : value.includes(one))),
                  )
                }
              />
              <span aria-hidden={chip.name ? true : undefined}>{chip.label}</span>
            </label>
          )
        })}
      </div>
      {hint ? (
        <p id={hintId} className="mt-1 text-sm text-text-muted">
          {hint}
        </p>
      ) : null}
    </fieldset>
  )
}
