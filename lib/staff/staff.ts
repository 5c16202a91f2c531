/** A staff member with facts from their account. Times are ISO 8601. */
export interface StaffMember {
  id: string
  user_id: string
  full_name: string
  email: string
  user_role: string
  status: string
  version: number
  created_at: string
  last_sign_in_at: string | null
  /** Invited, and has not signed in yet. */
  invited: boolean
}

/** An administrator's changes to a member; `version` is the one the user saw. */
export interface AccessChange {
  version: number
  full_name?: string
  user_role?: string
  status?: 'active' | 'disabled'
}

export const STAFF_API = '/api/superadmin/users'
/**
 * What a superadmin does to a user's account, by the user's id: grants or ends access, ends sessions, mails a link for a new
 * password.
 */
export const staffApi = (id: string, action: 'access' | 'sign-out' | 'reset-password'): string =>
  `${STAFF_API}/${encodeURIComponent(id)}/${action}`

/** Role names, checked as the table roles does. */
export const ROLE_NAME = /^[a-z][a-z0-9_-]{1,31}$/
