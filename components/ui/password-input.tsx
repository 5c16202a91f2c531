import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cn } from './cn'
import { CONTROL_HEIGHT, controlClass } from './control-style'
import { useFieldWiring } from './field-context'

/** A password box whose text can be shown. Its toggle is a separate button that never submits the form. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const wiring = useFieldWiring(rest)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye

  return (
    <span className={cn('relative flex items-center', className)}>
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        {...wiring}
        type={shown ? 'text' : 'password'}
        className={controlClass(cn(CONTROL_HEIGHT, 'pr-9! touch:pr-12!'))}
      />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={shown}
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
        className="absolute right-1 grid size-6 place-items-center rounded-sm text-text-muted hover:text-text touch:right-0 touch:size-11"
      >
        <Icon aria-hidden size={16} />
      </button>
    </span>
  )
}
