import type { LucideIcon } from 'lucide-react'

export type ComboboxOption = {
  value: string
  label: string
  /** Options of a group are listed under its heading. */
  group?: string
  /** Additional search terms. */
  keywords?: string
  /** Shown but not selectable; `note` says why. */
  disabled?: boolean
  note?: string
}

/** Something other than selecting an option: creating a missing record, or using the typed text. */
export type ComboboxAction = { label: string; icon?: LucideIcon; onSelect: () => void }

export type ComboboxPanelProps = {
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called once the list has closed and the box has focus again, which it may pass on. */
  onClosed?: () => void
  triggerId: string
  /** Undefined while loading. */
  options: readonly ComboboxOption[] | undefined
  value: string | null
  onSelect: (value: string) => void
  /** Selects all matches at once, if all are known. In a multiple selection, the list stays open after each one. */
  onSelectAll?: (values: readonly string[]) => void
  searchLabel: string
  actions?: (typed: string) => readonly ComboboxAction[]
  emptyText?: string
  /** Why the options could not be loaded. */
  failure?: string
  /** Loads them again, and never rejects. */
  retry?: () => Promise<void>
  /** Gets the typed text, so that further options can be fetched. */
  onType?: (typed: string) => void
  /** Whether typing finds options beyond `options`. */
  more?: boolean
  /** Whether matching options are still loading. */
  loading?: boolean
}
