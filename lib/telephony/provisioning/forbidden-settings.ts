import { FORBIDDEN_SETTINGS } from '../../supabase/phone-rules'

type Reason = keyof typeof FORBIDDEN_SETTINGS

const PATTERNS = Object.entries(FORBIDDEN_SETTINGS).map(([reason, pattern]) => ({
  reason: reason as Reason,
  pattern: new RegExp(pattern, 'i'),
}))

/**
 * Why a vendor parameter must not be set by name: it holds a password, which would be readable, or it redirects the phone to
 * another provisioning server. Undefined if it may be set.
 */
export function forbiddenSettingReason(name: string): Reason | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(name))?.reason
}

/** Messages for these reasons. */
export const FORBIDDEN_REASON_TEXT: Record<Reason, string> = {
  password: 'Passwords are not settings: the phones’ administrator password has its own field.',
  elsewhere: 'Settings cannot send phones to another provisioning server.',
}
