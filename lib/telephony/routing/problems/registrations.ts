import { isOutOfService } from '../leg'
import type { TenantSnapshot } from '../snapshot'
import { refOf } from '../snapshot-index'
import { checked, phoneOf, type Problem, problem } from './problem'

/**
 * Extensions with a device that, according to their switch, has never registered (`neverRegistered`: ids of extensions), as problems
 * of the device, whose page shows whether it has asked for its configuration.
 */
export function registrationProblems(
  snapshot: TenantSnapshot,
  neverRegistered: readonly string[],
  now: number,
): Problem[] {
  const at = checked(snapshot, now)
  const silent = new Set(neverRegistered)
  return snapshot.extensions.flatMap((extension): Problem[] => {
    const phone = phoneOf(at, extension.id)
    if (!silent.has(extension.id) || isOutOfService(extension) || !phone) return []
    const text = `No phone of ${refOf('extensions', extension).label} has ever registered.`
    return [problem(at, 'notice', 'never-registered', refOf('devices', phone), text, extension.id)]
  })
}
