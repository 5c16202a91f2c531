import { Checkbox } from '@/components/ui/checkbox'
import { ACTIONS, type Permission, type Permissions, type Section, SECTIONS } from '@/lib/session/permissions'
import { ACTION_LABELS, SECTION_ACTIONS, SECTION_LABELS } from '@/lib/staff/permission-labels'

/**
 * A role's permission matrix: a row per section with its applicable actions. Other actions are useless without View: ticking one
 * ticks View, and clearing View clears the row. Permissions that the user does not hold cannot be changed.
 */
export function PermissionMatrix({
  permissions,
  own,
  onChange,
  readOnly,
}: {
  permissions: ReadonlySet<Permission>
  /** The user's own permissions. */
  own: Permissions | undefined
  onChange: (permissions: ReadonlySet<Permission>) => void
  readOnly: boolean
}) {
  function set(section: Section, changes: readonly Permission[], on: boolean) {
    const next = new Set(permissions)
    const view: Permission = `${section}.view`
    const row = SECTION_ACTIONS[section].map((action): Permission => `${section}.${action}`)
    const changed = on ? [view, ...changes] : changes.includes(view) ? row : changes
    for (const permission of changed) {
      if (!own?.has(permission)) continue
      if (on) next.add(permission)
      else next.delete(permission)
    }
    onChange(next)
  }

  return (
    <div role="group" aria-label="Permissions" className="divide-y divide-border">
      {SECTIONS.map((section) => {
        const all = SECTION_ACTIONS[section].map((action): Permission => `${section}.${action}`)
        const held = all.filter((permission) => permissions.has(permission)).length
        return (
          <fieldset
            key={section}
            disabled={readOnly}
            className="grid gap-x-4 px-4 py-2 sm:grid-cols-[8rem_minmax(0,1fr)] sm:items-center"
          >
            <legend className="sr-only">{SECTION_LABELS[section]}</legend>
            <Checkbox
              label={<span className="font-medium">{SECTION_LABELS[section]}</span>}
              aria-label={`${SECTION_LABELS[section]}: everything`}
              checked={held === all.length}
              indeterminate={held > 0 && held < all.length}
              disabled={!all.some((permission) => own?.has(permission))}
              onChange={(event) => set(section, all, event.target.checked)}
            />
            <div className="grid grid-cols-2 gap-x-4 max-sm:pl-6 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-[repeat(5,minmax(0,1fr))_repeat(2,7.75rem)]">
              {ACTIONS.map((action) =>
                !SECTION_ACTIONS[section].includes(action) ? (
                  <span key={action} aria-hidden className="max-lg:hidden" />
                ) : (
                  <Checkbox
                    key={action}
                    label={ACTION_LABELS[action]}
                    aria-label={`${SECTION_LABELS[section]}: ${ACTION_LABELS[action]}`}
                    checked={permissions.has(`${section}.${action}`)}
                    disabled={!own?.has(`${section}.${action}`)}
                    onChange={(event) => set(section, [`${section}.${action}`], event.target.checked)}
                  />
                ),
              )}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}
