import { ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { cn } from './cn'
import type { ComboboxPanelProps } from './combobox-option'
import { CONTROL_HEIGHT, controlClass } from './control-style'
import { useFieldWiring } from './field-context'
import { usePanel } from './use-panel'

export type { ComboboxAction } from './combobox-option'

export type ComboboxProps = Pick<
  ComboboxPanelProps,
  | 'options'
  | 'onSelect'
  | 'onSelectAll'
  | 'searchLabel'
  | 'actions'
  | 'onClosed'
  | 'emptyText'
  | 'failure'
  | 'retry'
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
  'aria-label'?: string
}

const fetchList = async () => (await import('./combobox-panel')).ComboboxPanel

/**
 * Selects from a long list with type-ahead. Inside a FormRow it is labeled by it. The list itself (radix and cmdk) is loaded on
 * first hover or focus.
 */
export function Combobox({
  value,
  text,
  muted = false,
  disabled = false,
  onOpen,
  'aria-label': label,
  ...panel
}: ComboboxProps) {
  const base = useId()
  const wiring = useFieldWiring({})
  const { Panel, open, setOpen, fetchPanel } = usePanel<ComboboxPanelProps>(fetchList)
  const triggerId = wiring.id ?? `${base}-button`

  function unfold() {
    fetchPanel()
    onOpen?.()
    setOpen(true)
  }

  return (
    <span className="relative flex items-center">
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
