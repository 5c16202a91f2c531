import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn'
import { useFieldWiring } from './field-context'

type BoxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Some, but not all, of the items are checked. */
  indeterminate?: boolean
  ref?: (element: HTMLInputElement | null) => void
}

export type CheckboxProps = BoxProps & { label: ReactNode; hint?: ReactNode }

/** A check box with its label; a native input, so that it registers with a form directly. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const hintId = useId()
  const wiring = useFieldWiring({ ...rest, 'aria-describedby': hint ? hintId : rest['aria-describedby'] })

  return (
    <div className={cn('min-w-0', className)}>
      <label className="inline-flex min-h-6 items-center gap-2.5 touch:min-h-11">
        <span className="relative grid shrink-0 place-items-center">
          <Box {...rest} {...wiring} />
        </span>
        <span className="text-base touch:text-lg">{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="ml-[1.625rem] text-sm text-text-muted touch:ml-[1.875rem]">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** A check box without words beside it, for the rows of a list, which have one each. */
export function Tick({ label, ...rest }: BoxProps & { label: string }) {
  return (
    // It only makes room for a finger; the box has the name.
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control
    <label className="list-tick">
      <Box {...rest} aria-label={label} />
    </label>
  )
}

/** The box, and what is drawn on it. */
function Box({ indeterminate = false, ref, ...rest }: BoxProps) {
  return (
    <>
      <input
        {...rest}
        ref={(element) => {
          if (element) element.indeterminate = indeterminate
          ref?.(element)
        }}
        type="checkbox"
        className="peer check-box"
      />
      {rest.checked === false ? null : (
        <Check
          aria-hidden
          size={12}
          strokeWidth={3}
          className="pointer-events-none absolute hidden text-accent-contrast peer-checked:block peer-indeterminate:hidden"
        />
      )}
      {indeterminate ? (
        <Minus
          aria-hidden
          size={12}
          strokeWidth={3}
          className="pointer-events-none absolute hidden text-accent-contrast peer-indeterminate:block"
        />
      ) : null}
    </>
  )
}
