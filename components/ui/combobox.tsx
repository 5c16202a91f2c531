import { ChevronsUpDown } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, useId, useState } from 'react'
import { cn } from './cn'
import type { ComboboxPanelProps } from './combobox-option'
import { CONTROL_HEIGHT, controlClass } from './control-style'
import { useFieldWiring } from './field-context'

export type { ComboboxAction } from './combobox-option'

export type ComboboxProps = Pick<
  ComboboxPanelProps,
  | 'options'
  | 'onSelect'
  | 'onSelectAll'
  | 'searchLabel'
  | 'actions'
  | 'emptyText'
  | 'onType'
  | 'more'
  | 'loading'
> & {
  value: string | null
  /** Text of the box: the selected option's label, or for example "None". */
  text: string
  /** Whether `text` is a placeholder. */
  muted?: boolean
  disabled?: boolean
  /** Called each time the list opens, for loading its options. */
  onOpen?: () => void
  id?: string
  'aria-label'?: string
  className?: string
}

/**
 * Selects from a long list with type-ahead. Inside a FormRow it is labeled by it. The list itself (radix and cmdk) is loaded on
 * first hover or focus.
 */
export function Combobox({
  value,
  text,
  muted = false,
  disabled = false,
  id,
  className,
  onOpen,
  'aria-label': label,
  ...panel
}: ComboboxProps) {
  const base = useId()
  const wiring = useFieldWiring({ id })
  const [Panel, setPanel] = useState<ComponentType<ComboboxPanelProps> | null>(null)
  const [open, setOpen] = useState(false)
  const triggerId = wiring.id ?? `${base}-button`

  function fetchPanel() {
    if (Panel) return
    // A failed download is retried on the next approach.
    import('./combobox-panel').then(
      (module) => setPanel(() => module.ComboboxPanel),
      () => setOpen(false),
    )
  }
  function unfold() {
    fetchPanel()
    onOpen?.()
    setOpen(true)
  }

  return (
    <span className={cn('relative flex items-center', className)}>
      <button
        {...wiring}
        id={triggerId}
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open && Panel ? `${base}-list` : undefined}
        disabled={disabled}
        onPointerEnter={fetchPanel}
        onFocus={fetchPanel}
        onClick={unfold}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          unfold()
        }}
        className={controlClass(
          cn(CONTROL_HEIGHT, 'truncate pr-8! text-left', muted && !disabled && 'text-text-muted!'),
        )}
      >
        {text}
      </button>
      <ChevronsUpDown
        aria-hidden
        size={14}
        className="pointer-events-none absolute right-2.5 text-text-muted"
      />
      {Panel ? (
        <Panel
          id={`${base}-list`}
          open={open}
          onOpenChange={setOpen}
          triggerId={triggerId}
          value={value}
          {...panel}
        />
      ) : null}
    </span>
  )
}
