/** A member of staff with what their account knows. Times are ISO 8601. */
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
  /** Invited, and not signed in yet. */
  invited: boolean
}

/** What an invitation needs. `id` is the member record's, made by the client, so that a repetition invites once. */
export interface Invitation {
  id: string
  email: string
  full_name: string
  user_role: string
}

/** What an administrator changes of a member; `version` is the one that was seen. */
export interface AccessChange {
  version: number
  full_name?: string
  user_role?: string
  status?: 'active' | 'disabled'
}

/** Addresses of the API of staff accounts. */
export const STAFF_API = '/api/superadmin/users'
export const staffApi = (id: string, action: 'access' | 'sign-out' | 'reset-password'): string =>
  `${STAFF_API}/${encodeURIComponent(id)}/${action}`

/** How a role is named: as table roles checks it. */
export const ROLE_NAME = /^[a-z][a-z0-9_-]{1,31}$/
