import {
  type ButtonHTMLAttributes,
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  useId,
  useState,
} from 'react'
import type { MenuEntry, MenuPanelProps } from './menu-entry'

export type { MenuEntry } from './menu-entry'

export type MenuProps = {
  /** One Button or IconButton, without pointer, focus, click or key handlers of its own. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
}

/**
 * A button with a menu. The menu itself (radix, about 30 kB) is fetched when the pointer or the focus first
 * reaches the button, so that a menu costs the first load nothing. An action runs after the menu has closed and
 * the focus is back on the button: a dialog opened by it then returns the focus there.
 */
export function Menu({ trigger, entries, align = 'end' }: MenuProps) {
  const base = useId()
  const [Panel, setPanel] = useState<ComponentType<MenuPanelProps> | null>(null)
  const [open, setOpen] = useState(false)
  const triggerId = trigger.props.id ?? `${base}-button`

  function fetchPanel() {
    if (Panel) return
    // A failed fetch is tried again on the next approach.
    import('./menu-panel').then(
      (module) => setPanel(() => module.MenuPanel),
      () => setOpen(false),
    )
  }

  return (
    <span className="relative inline-flex">
      {cloneElement(trigger, {
        id: triggerId,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open && Panel ? `${base}-menu` : undefined,
        onPointerEnter: fetchPanel,
        onFocus: fetchPanel,
        onClick: () => {
          fetchPanel()
          setOpen(!open)
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          fetchPanel()
          setOpen(true)
        },
      })}
      {Panel ? (
        <Panel
          id={`${base}-menu`}
          open={open}
          onOpenChange={setOpen}
          triggerId={triggerId}
          entries={entries}
          align={align}
        />
      ) : null}
    </span>
  )
}
