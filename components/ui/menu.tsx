import { type ButtonHTMLAttributes, cloneElement, type KeyboardEvent, type ReactElement, useId } from 'react'
import type { MenuEntry, MenuPanelProps } from './menu-entry'
import { usePanel } from './use-panel'

export type { MenuEntry } from './menu-entry'

export type MenuProps = {
  /** One Button or IconButton, without pointer, focus, click or key handlers of its own. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  entries: readonly MenuEntry[]
}

const fetchMenu = async () => (await import('./menu-panel')).MenuPanel

/**
 * A button with a menu. The menu itself (radix, about 30 kB) is fetched when the pointer or the focus first
 * reaches the button, so that a menu costs the first load nothing. An action runs after the menu has closed and
 * the focus is back on the button: a dialog opened by it then returns the focus there.
 */
export function Menu({ trigger, entries }: MenuProps) {
  const base = useId()
  const { Panel, open, setOpen, fetchPanel } = usePanel<MenuPanelProps>(fetchMenu)
  const triggerId = trigger.props.id ?? `${base}-button`

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
        />
      ) : null}
    </span>
  )
}
