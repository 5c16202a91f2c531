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
  | 'emptyText'
  | 'onType'
  | 'more'
  | 'loading'
> & {
  value: string | null
  /** What stands in the box: the chosen option's label, or for instance "None". */
  text: string
  /** Whether `text` is a placeholder. */
  muted?: boolean
  disabled?: boolean
  /** Called each time the list opens; what it needs can be fetched then. */
  onOpen?: () => void
  'aria-label'?: string
}

const fetchList = async () => (await import('./combobox-panel')).ComboboxPanel

/**
 * One of a long list, found by typing. Inside a FormRow it is named and described by it. The list itself (radix and
 * cmdk) is fetched when the pointer or the focus first reaches the box.
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
