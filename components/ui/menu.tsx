import { type ButtonHTMLAttributes, cloneElement, type KeyboardEvent, type ReactElement, useId } from 'react'
import type { MenuEntry, MenuPanelProps } from './menu-entry'
import { usePanel } from './use-panel'

export type { MenuEntry } from './menu-entry'

export type MenuProps = {
  /** A Button or IconButton without its own pointer, focus, click or key handlers. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  entries: readonly MenuEntry[]
}

const fetchMenu = async () => (await import('./menu-panel')).MenuPanel

/**
 * A button with a menu. The menu itself (radix, about 30 kB) is loaded on first hover or focus, so that it adds nothing to the
 * first load. An action runs after the menu has closed and focus is back on the button, so that a dialog opened by it restores
 * focus there.
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
          // A second press while the menu's code is on its way must not undo the first.
          setOpen(!open || !Panel)
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
