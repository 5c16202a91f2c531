import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn'
import { CONTROL_HEIGHT, controlClass } from './control-style'
import { useFieldWiring } from './field-context'

export type InputProps = ComponentProps<'input'> & {
  /** A decorative icon at the start of the box. */
  icon?: ReactNode
}

const FILE =
  'py-1 pl-1! touch:py-1.5 touch:pl-1.5! file:mr-2.5 file:h-full file:cursor-pointer file:rounded-sm file:border-0 file:bg-surface-active file:px-2.5 file:text-sm file:font-medium file:text-text touch:file:text-base disabled:file:text-text-disabled'

/** A text box. Inside a FormRow it is labeled by it. */
export function Input({ icon, className, ...rest }: InputProps) {
  const wiring = useFieldWiring(rest)
  // Browsers treat file inputs as read-only and align their button to the top.
  const kind = rest.type === 'file' ? FILE : 'read-only:bg-surface-sunken'
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
