import { isOutOfService } from '../extension'
import type { TenantSnapshot } from '../snapshot'
import { refOf } from '../snapshot-index'
import { checked, hasPhone, type Problem, problem } from './problem'

/** Extensions with a device that, according to their switch, has never registered (`neverRegistered`: ids of extensions). */
export function registrationProblems(
  snapshot: TenantSnapshot,
  neverRegistered: readonly string[],
  now: number,
): Problem[] {
  const at = checked(snapshot, now)
  const silent = new Set(neverRegistered)
  return snapshot.extensions
    .filter(
      (extension) => silent.has(extension.id) && !isOutOfService(extension) && hasPhone(at, extension.id),
    )
    .map((extension) => {
      const record = refOf('extensions', extension)
      return problem(
        at,
        'notice',
        'never-registered',
        record,
        `No phone of ${record.label} has ever registered.`,
      )
    })
}
