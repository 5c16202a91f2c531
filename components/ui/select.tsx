import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn'
import { CONTROL_HEIGHT, controlClass } from './control-style'
import { useFieldWiring } from './field-context'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'multiple' | 'size'> & {
  options: readonly SelectOption[]
  /** First option, with the empty value, shown while nothing is selected. */
  placeholder?: string
}

/**
 * Selects from a short list with the browser's native control: no code, registers with a form directly, and uses the phone's own
 * picker. For long lists use a combobox.
 */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const wiring = useFieldWiring(rest)
  return (
    <span className={cn('relative flex items-center', className)}>
      <select
        {...rest}
        {...wiring}
        className={controlClass(cn(CONTROL_HEIGHT, 'appearance-none pr-8! text-ellipsis'))}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={16} className="pointer-events-none absolute right-2.5 text-text-muted" />
    </span>
  )
}
