import { FORBIDDEN_SETTINGS } from '../../supabase/phone-rules'

type Reason = keyof typeof FORBIDDEN_SETTINGS

const PATTERNS = Object.entries(FORBIDDEN_SETTINGS).map(([reason, pattern]) => ({
  reason: reason as Reason,
  pattern: new RegExp(pattern, 'i'),
}))

/**
 * Why a vendor parameter must not be set: it holds a password, which would be readable, it has the phone ask or trust others than this
 * server, or its value names another server. Undefined if it may be set.
 */
export function forbiddenSettingReason(name: string, value = ''): Reason | undefined {
  return PATTERNS.find(({ reason, pattern }) => pattern.test(reason === 'server' ? `${name}=${value}` : name))
    ?.reason
}

/** Messages for these reasons. */
export const FORBIDDEN_REASON_TEXT: Record<Reason, string> = {
  password: 'Passwords are not settings: the phones’ administrator password has its own field.',
  elsewhere: 'Settings cannot have phones ask, tell or trust another server.',
  server: 'Settings cannot contain addresses of other servers, or certificates.',
}
