import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type MenuEntry =
  | {
      kind: 'action'
      label: string
      icon?: LucideIcon
      danger?: boolean
      disabled?: boolean
      onSelect: () => void
    }
  | { kind: 'link'; label: string; icon?: LucideIcon; href: string }
  | {
      kind: 'choice'
      label: string
      value: string
      options: readonly { value: string; label: string; icon?: LucideIcon }[]
      onChange: (value: string) => void
      /** Otherwise the menu stays open, so that another option can be tried. */
      closes?: boolean
    }
  | { kind: 'text'; content: ReactNode }
  | { kind: 'separator' }

export type MenuPanelProps = {
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
  triggerId: string
  entries: readonly MenuEntry[]
}
