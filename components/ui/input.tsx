import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { halfWidth } from '@/lib/half-width'
import { cn } from './cn'
import { CONTROL_HEIGHT, controlClass } from './control-style'
import { useFieldWiring } from './field-context'

export type InputProps = ComponentProps<'input'> & {
  /** A decorative icon at the start of the box. */
  icon?: ReactNode
}

const FILE =
  'py-1 pl-1! touch:py-1.5 touch:pl-1.5! file:mr-2.5 file:h-full file:cursor-pointer file:rounded-sm file:border-0 file:bg-surface-active file:px-2.5 file:text-sm file:font-medium file:text-text touch:file:text-base disabled:file:text-text-disabled'

/** Keyboards of boxes for digits. */
const OF_DIGITS: readonly unknown[] = ['numeric', 'decimal', 'tel']

/** A text box. Inside a FormRow it is labeled by it. A box for digits takes full-width ones as plain ones. */
export function Input({ icon, className, ...given }: InputProps) {
  const { onChange, inputMode, type } = given
  const rest =
    OF_DIGITS.includes(inputMode ?? type) && type !== 'number' ? { ...given, onChange: change } : given
  function change(event: ChangeEvent<HTMLInputElement>) {
    const { target } = event
    const plain = halfWidth(target.value)
    // Changing the text would break off what an input method is composing.
    const composing = 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing
    if (plain !== target.value && !composing) target.value = plain
    onChange?.(event)
  }
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
