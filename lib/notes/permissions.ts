import { may, type Permissions } from '../session/permissions'
import type { Subject } from './subject'

/** Whether the role may add and change notes and tasks of such a subject, matching the policies of both tables. */
export function mayEditNotes(permissions: Permissions | undefined, kind: Subject['kind']): boolean {
  if (kind === 'opportunity') return may(permissions, 'sales', 'edit')
  if (kind === 'company') return may(permissions, 'customers', 'edit') || may(permissions, 'sales', 'edit')
  return (
    may(permissions, 'tenants', 'edit') ||
    (may(permissions, 'tenants') && may(permissions, 'telephony', 'edit'))
  )
}
