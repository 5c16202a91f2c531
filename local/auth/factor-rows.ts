import type { Pool } from 'pg'

/** A second factor as GoTrue returns it with its user. Times are ISO 8601. */
export interface Factor {
  id: string
  friendly_name: string
  factor_type: string
  status: string
  created_at: string
  updated_at: string
}

/** A user's factors, including unverified ones, oldest first. */
export async function factorsOf(pool: Pool, userId: string): Promise<Factor[]> {
  const { rows } = await pool.query<Factor & { created_at: Date; updated_at: Date }>(
    `select id, coalesce(friendly_name, '') as friendly_name, factor_type, status, created_at, updated_at
     from auth.mfa_factors where user_id::text = $1 order by created_at, id`,
    [userId],
  )
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
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
