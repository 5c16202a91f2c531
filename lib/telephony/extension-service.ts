/** The fields that decide whether an extension rings. */
export interface ExtensionService {
  enabled: boolean
  suspended: boolean
  do_not_disturb: boolean
}

/** Why calls do not ring an extension now, as a badge; undefined when they do. */
export function outOfService({ enabled, suspended, do_not_disturb }: ExtensionService): string | undefined {
  if (suspended) return 'Suspended'
  if (!enabled) return 'Disabled'
  return do_not_disturb ? 'Do not disturb' : undefined
}
