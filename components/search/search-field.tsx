import { Camera, Search } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { Kbd } from '@/components/ui/kbd'
import { Spinner } from '@/components/ui/spinner'

type SearchFieldProps = {
  ref: Ref<HTMLInputElement>
  label: string
  placeholder: string
  value: string
  /** Whether the selected hit is being opened. */
  handling: boolean
  /** The list of results, while there are any. */
  listId: string | undefined
  /** The highlighted result. */
  activeId: string | undefined
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onScan: (() => void) | undefined
}

/** The overlay's input: a combobox whose options are the results. */
export function SearchField({
  ref,
  label,
  placeholder,
  value,
  handling,
  listId,
  activeId,
  onType,
  onKeyDown,
  onScan,
}: SearchFieldProps) {
  return (
    <div className="flex shrink-0 items-center gap-2 px-4">
      <span className="grid size-5 shrink-0 place-items-center text-text-muted">
        {handling ? <Spinner label="Opening…" size={18} /> : <Search aria-hidden size={18} />}
      </span>
      <input
        ref={ref}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={listId !== undefined}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder={placeholder}
        value={value}
        disabled={handling}
        maxLength={200}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-14 min-w-0 flex-1 bg-transparent text-lg text-ellipsis outline-none disabled:text-text-muted"
      />
      <Kbd className="touch:hidden">/</Kbd>
      {onScan ? (
        <IconButton
          label="Scan a barcode"
          icon={Camera}
          iconSize={18}
          disabled={handling}
          className="-mr-1.5"
          onClick={onScan}
        />
      ) : null}
    </div>
  )
}
