import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { cn } from './cn'
import { useFieldWiring } from './field-context'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  label: ReactNode
  hint?: ReactNode
  /** Some, but not all, of the items are checked. */
  indeterminate?: boolean
  labelHidden?: boolean
  ref?: (element: HTMLInputElement | null) => void
}

/** A check box with its label; a native input, so that it registers with a form directly. */
export function Checkbox({
  label,
  hint,
  indeterminate = false,
  labelHidden = false,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  const input = useRef<HTMLInputElement | null>(null)
  const hintId = useId()
  const wiring = useFieldWiring({ ...rest, 'aria-describedby': hint ? hintId : rest['aria-describedby'] })

  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])

  return (
    <div className={cn('min-w-0', className)}>
      <label className="inline-flex min-h-6 items-center gap-2.5 touch:min-h-11">
        <span className="relative grid size-4 shrink-0 place-items-center touch:size-5">
          <input
            {...rest}
            {...wiring}
            ref={(element) => {
              input.current = element
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
        </span>
        <span className={labelHidden ? 'sr-only' : 'text-base touch:text-lg'}>{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="ml-[1.625rem] text-sm text-text-muted touch:ml-[1.875rem]">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
