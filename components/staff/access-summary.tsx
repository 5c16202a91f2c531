import { type Permission, SECTIONS } from '@/lib/session/permissions'
import { ACTION_LABELS, SECTION_ACTIONS, SECTION_LABELS } from '@/lib/staff/permission-labels'

/** What a matrix allows, section by section, in words; sections without any permission are named last. */
export function AccessSummary({ permissions }: { permissions: readonly Permission[] }) {
  const allowed = SECTIONS.map((section) => ({
    section,
    actions: SECTION_ACTIONS[section].filter((action) => permissions.includes(`${section}.${action}`)),
  }))
  const closed = allowed.filter(({ actions }) => actions.length === 0)
  return (
    <dl className="flex flex-col gap-2 text-sm">
      {allowed
        .filter(({ actions }) => actions.length > 0)
        .map(({ section, actions }) => (
          <div key={section} className="flex flex-wrap gap-x-3">
            <dt className="w-32 shrink-0 font-medium">{SECTION_LABELS[section]}</dt>
            <dd className="min-w-0 flex-1 text-text-muted">
              {actions.length === SECTION_ACTIONS[section].length
                ? 'everything'
                : actions.map((action) => ACTION_LABELS[action].toLowerCase()).join(', ')}
            </dd>
          </div>
        ))}
      {closed.length > 0 ? (
        <div className="flex flex-wrap gap-x-3">
          <dt className="w-32 shrink-0 font-medium">Not allowed</dt>
          <dd className="min-w-0 flex-1 text-text-muted">
            {closed.map(({ section }) => SECTION_LABELS[section]).join(', ')}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
