import type { ComponentProps } from 'react'
import { cn } from './cn'
import { controlClass } from './control-style'
import { useFieldWiring } from './field-context'

/** A multi-line text box, four lines by default. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring(rest)
  return (
    <textarea
      {...rest}
      {...wiring}
      rows={rows}
      className={controlClass(cn('py-1.5 read-only:bg-surface-sunken touch:py-2.5', className))}
    />
  )
}
