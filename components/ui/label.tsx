import type { ComponentProps } from 'react'
import { cn } from './cn'

export type LabelProps = ComponentProps<'label'> & { required?: boolean }

/** A control's visible name. The star of a required one is for the eye; the control itself says it to others. */
export function Label({ required = false, className, children, ...rest }: LabelProps) {
  return (
    <label {...rest} className={cn('text-sm font-medium text-text', className)}>
      {children}
      {required ? (
        <span aria-hidden className="ml-0.5 text-danger-text">
          *
        </span>
      ) : null}
    </label>
  )
}
