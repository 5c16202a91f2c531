import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { TableName } from './field'

/** Which secrets a record of the tenant has: field to the moment it was set. Throws RequestFailure. */
export async function secretsOf(
  supabase: Supabase,
  tenant: string,
  owner: string,
): Promise<Map<string, string>> {
  const rows = dataOf(await supabase.rpc('secret_fields', { tenant, owner }))
  return new Map(rows.map(({ field, set_at }) => [field, set_at]))
}

/** Stores a secret, or removes it when it is empty. Throws Refusal when it is too weak. */
export async function storeSecret(
  supabase: Supabase,
  tenant: string,
  table: TableName,
  owner: string,
  field: string,
  value: string,
): Promise<void> {
  dataOf(await supabase.rpc('set_secret', { tenant, owner_table: table, owner, field, value }))
}

/** The secret itself, or null when there is none; who read it is recorded. Throws Refusal. */
export async function readSecret(
  supabase: Supabase,
  tenant: string,
  table: TableName,
  owner: string,
  field: string,
): Promise<string | null> {
  return dataOf(await supabase.rpc('reveal_secret', { tenant, owner_table: table, owner, field }))
}
