import type { LucideIcon } from 'lucide-react'

export type ComboboxOption = {
  value: string
  label: string
  /** Options of one group stand together under its heading. */
  group?: string
  /** Found by these words too. */
  keywords?: string
  /** Shown, but not to be chosen; `note` says why. */
  disabled?: boolean
  note?: string
}

/** Something other than choosing: making what is missing, taking what was typed. */
export type ComboboxAction = { label: string; icon?: LucideIcon; onSelect: () => void }

export type ComboboxPanelProps = {
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
  triggerId: string
  /** Undefined until they are known. */
  options: readonly ComboboxOption[] | undefined
  value: string | null
  onSelect: (value: string) => void
  /** Takes all options found at once. Where several can be chosen, the list stays open after a choice. */
  onSelectAll?: (values: readonly string[]) => void
  searchLabel: string
  actions?: (typed: string) => readonly ComboboxAction[]
  emptyText?: string
  /** Told what is typed after the list was opened, where others than `options` can be fetched. */
  onType?: (typed: string) => void
  /** Whether there are others than `options`, which typing finds. */
  more?: boolean
  /** Whether those that fit what is typed are still being fetched. */
  loading?: boolean
}
