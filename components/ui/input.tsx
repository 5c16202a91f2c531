import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn'
import { CONTROL_HEIGHT, controlClass } from './control-style'
import { useFieldWiring } from './field-context'

export type InputProps = ComponentProps<'input'> & {
  /** A decorative icon inside the box's start. */
  icon?: ReactNode
}

/** A text box. Inside a FormRow it is named and described by it. */
export function Input({ icon, className, ...rest }: InputProps) {
  const wiring = useFieldWiring(rest)
  // Browsers count file inputs as read-only and put their button at the top of the box.
  const kind = rest.type === 'file' ? 'py-1 touch:py-2.5' : 'read-only:bg-surface-sunken'
  const box = cn(CONTROL_HEIGHT, kind)
  if (!icon) return <input {...rest} {...wiring} className={controlClass(cn(box, className))} />

  return (
    <span className={cn('relative flex items-center', className)}>
      <span aria-hidden className="pointer-events-none absolute left-2.5 text-text-muted touch:left-3">
        {icon}
      </span>
      <input {...rest} {...wiring} className={controlClass(cn(box, 'pl-8! touch:pl-10!'))} />
    </span>
  )
}
