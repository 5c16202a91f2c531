import type { BusinessDay } from '../dates/business-day'
import { typed } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import { type Permissions, permissionsFrom } from './permissions'

export type Member = Tables<'members'>

/**
 * What the database requires before it grants anything: a code from the user's authenticator app, or, if their role requires a
 * second factor, that they set one up.
 */
export type FactorNeeded = 'code' | 'setup'

/** A signed-in user's member record (null if there is none) and the permissions of their role. */
export interface Standing {
  member: Member | null
  permissions: Permissions
  needed?: FactorNeeded
  /** The company's (`private.business_time_zone`); UTC without a profile, and for whoever has no permission. */
  timeZone: string
  /** The company's, too; undefined for whoever has no permission. */
  businessDay?: BusinessDay
}

/** What public.own_standing returns. */
interface OwnStanding {
  permissions: { section: string; action: string }[]
  time_zone: string | null
  business_day: BusinessDay | null
}

/** The role in effect: the one the member is viewing the app as, otherwise their own. */
export function actingRole({ user_role, viewing_as, viewing_as_until }: Member, now = Date.now()): string {
  return viewing_as && viewing_as_until && Date.parse(viewing_as_until) > now ? viewing_as : user_role
}

const NOTHING = { permissions: new Set() as Permissions, timeZone: 'UTC' }

// PostgREST's error code when a single-row read finds no row.
const NO_ROW = 'PGRST116'

/**
 * Reads a user's member record (specification section 7: all columns, single row) and, in parallel, their permissions and the
 * zone of the business day. A disabled member and a user without a record have none. Throws the database's error.
 */
export async function loadStanding(supabase: Supabase, userId: string): Promise<Standing> {
  const [found, standing] = await Promise.all([
    supabase.from('members').select('*').eq('user_id', userId).single(),
    supabase.rpc('own_standing'),
  ])
  if (found.error?.code === NO_ROW) return { member: null, ...NOTHING }
  if (found.error) throw found.error
  if (found.data.status !== 'active') return { member: found.data, ...NOTHING }
  if (standing.error) throw standing.error
  const own = typed<OwnStanding>(standing.data)
  const permissions = permissionsFrom(own.permissions)
  const timeZone = own.time_zone ?? NOTHING.timeZone
  const businessDay = own.business_day ?? undefined
  if (permissions.size > 0) return { member: found.data, permissions, timeZone, businessDay }
  const { data: needed } = await supabase.rpc('second_factor_needed').throwOnError()
  return { member: found.data, permissions, timeZone, needed: (needed as FactorNeeded | null) ?? undefined }
}
