import { query } from '../database'
import { type Given, insertRow, newId, type NewRow, unique } from './row'

/** A custom role without permissions. */
export async function newRole(given: Given<'roles'> = {}): Promise<NewRow<'roles'>> {
  return { id: newId(), name: `custom-${unique()}`, description: 'A role for a test', ...given }
}

/** One permission, with a new role by default. */
export async function newRolePermission(
  given: Given<'role_permissions'> = {},
): Promise<NewRow<'role_permissions'>> {
  const role = given.role ?? (await insertRow('roles', await newRole())).name
  return { id: newId(), section: 'sales', action: 'view', ...given, role }
}

/** The member record of an account of its own, which has no password. */
export async function newMemberRecord(given: Given<'members'> = {}): Promise<NewRow<'members'>> {
  const email = `member-${unique()}@example.test`
  const userId = given.user_id ?? (await insertAccount(email))
  return { id: newId(), user_role: 'tech', full_name: 'Night desk', email, ...given, user_id: userId }
}

async function insertAccount(email: string): Promise<string> {
  const id = newId()
  await query(
    "insert into auth.users (id, aud, role, email) values ($1, 'authenticated', 'authenticated', $2)",
    [id, email],
  )
  return id
}

/** An audit entry about a record that need not exist; only the schema owner can insert one. */
export async function newAuditEntry(given: Given<'audit_log'> = {}): Promise<NewRow<'audit_log'>> {
  return {
    id: newId(),
    section: 'telephony',
    table_name: 'extensions',
    record_id: newId(),
    action: 'insert',
    changes: {},
    ...given,
  }
}
