import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn'
import { useFieldWiring } from './field-context'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode
  hint?: ReactNode
  labelHidden?: boolean
}

/** A toggle, applied immediately or on saving; a native check box with the switch role. */
export function Switch({ label, hint, labelHidden = false, className, ...rest }: SwitchProps) {
  const hintId = useId()
  const wiring = useFieldWiring({ ...rest, 'aria-describedby': hint ? hintId : rest['aria-describedby'] })

  return (
    <div className={cn('min-w-0', className)}>
      <label className="inline-flex min-h-6 items-center gap-2.5 touch:min-h-11">
        <input
          {...rest}
          {...wiring}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its own state
          role="switch"
          className="relative h-5 w-8 shrink-0 appearance-none rounded-full bg-border-control transition-colors after:absolute after:top-0.5 after:left-0.5 after:size-4 after:rounded-full after:bg-accent-contrast after:transition-transform checked:bg-accent checked:after:translate-x-3 disabled:bg-surface-active disabled:after:bg-surface"
        />
        <span className={labelHidden ? 'sr-only' : 'text-base touch:text-lg'}>{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="ml-[2.625rem] text-sm text-text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
