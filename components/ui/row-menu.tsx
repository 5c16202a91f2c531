import { Menu, type MenuProps } from './menu'

/**
 * The menu of a list's row. Its button is lighter than an IconButton, because every row has one: a single shape, and no tooltip, which the
 * row would only repeat.
 */
export function RowMenu({ label, entries }: Pick<MenuProps, 'entries'> & { label: string }) {
  return (
    <Menu
      trigger={
        <button type="button" aria-label={label} className="control-button list-menu">
          <svg aria-hidden viewBox="0 0 16 16">
            <path d="M3.3 8h0M8 8h0M12.7 8h0" />
          </svg>
        </button>
      }
      entries={entries}
    />
  )
}
