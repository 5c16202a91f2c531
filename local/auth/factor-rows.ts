import type { Pool } from 'pg'
import { AuthError } from './http.ts'

/** A second factor as GoTrue returns it with its user. Times are ISO 8601. */
export interface Factor {
  id: string
  friendly_name: string
  factor_type: string
  status: string
  created_at: string
  updated_at: string
}

/** SQL for the factors of the user `u`, a JSON array, including unverified ones, oldest first. */
export const factorsSql = `coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'friendly_name', coalesce(f.friendly_name, ''), 'factor_type', f.factor_type, 'status', f.status,
      'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id), '[]')`

/** A user's factors, including unverified ones, oldest first. */
export async function factorsOf(pool: Pool, userId: string): Promise<Factor[]> {
  const { rows } = await pool.query<{ factors: Factor[] }>(
    `select ${factorsSql} as factors from auth.users u where u.id::text = $1`,
    [userId],
  )
  return rows[0]?.factors ?? []
}

/** A factor of the user with its sealed secret. Throws AuthError 404. */
export async function ownFactor(
  pool: Pool,
  userId: string,
  factorId: string,
): Promise<{ secret: string; status: string }> {
  const { rows } = await pool.query<{ secret: string; status: string }>(
    'select secret, status from auth.mfa_factors where id = $1 and user_id = $2',
    [factorId, userId],
  )
  if (!rows[0]) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return rows[0]
}

/** Removes a factor; the sessions it raised drop to level aal1, as in GoTrue. */
export async function removeFactor(pool: Pool, factorId: string): Promise<void> {
  await pool.query(
    `with lowered as (
       update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id
     ), unproved as (
       delete from auth.mfa_amr_claims where authentication_method = 'totp' and session_id in (select id from lowered)
     )
     delete from auth.mfa_factors where id = $1`,
    [factorId],
  )
}
