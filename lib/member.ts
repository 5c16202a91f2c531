import { type Permissions, permissionsFrom } from './permissions'
import type { Supabase } from './supabase/browser-client'
import type { Tables } from './supabase/database.types'

export type Member = Tables<'members'>

/** A signed-in user's standing: their member record, null if there is none, and what their role allows. */
export interface Standing {
  member: Member | null
  permissions: Permissions
}

const NOTHING: Permissions = new Set()

// PostgREST's answer to a single-row read that finds no row.
const NO_ROW = 'PGRST116'

/**
 * Reads the member record of a user (specification section 7: all columns, single row) and their role's matrix.
 * A disabled member and a user without a record may do nothing. Throws the database's error.
 */
export async function loadStanding(supabase: Supabase, userId: string): Promise<Standing> {
  const { data: member, error } = await supabase.from('members').select('*').eq('user_id', userId).single()
  if (error?.code === NO_ROW) return { member: null, permissions: NOTHING }
  if (error) throw error
  if (member.status !== 'active') return { member, permissions: NOTHING }
  const matrix = await supabase
    .from('role_permissions')
    .select('section, action')
    .eq('role', member.user_role)
  if (matrix.error) throw matrix.error
  return { member, permissions: permissionsFrom(matrix.data) }
}
