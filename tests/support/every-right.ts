import { ACTIONS, SECTIONS } from '@/lib/session/permissions'

/** All permissions, also those that no screen offers. */
export const EVERY_RIGHT = SECTIONS.flatMap((section) =>
  ACTIONS.map((action) => `${section}.${action}` as const),
)
