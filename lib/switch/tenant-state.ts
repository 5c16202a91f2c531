import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { fetchSnapshot } from '../tenants/snapshot-client'
import { readStored, withGeneratedSecrets } from '../vault/seal-secrets'
import { MissingKey, type Vault } from '../vault/vault'
import type { TenantState } from './switch-store'

interface SipSecret {
  extension_id: string
  extension: string
  field: string
  sealed: string | null
}

/**
 * A tenant's snapshot with the hashes of its extensions' secrets; undefined for an unknown tenant. Throws if the database fails. On a
 * server that lacks the keys, extensions are among `unreadable`: their calls are routed all the same.
 */
export async function loadTenantState(
  supabase: SupabaseClient<Database>,
  vault: Vault,
  id: string,
): Promise<TenantState | undefined> {
  const snapshot = await fetchSnapshot(supabase, id)
  if (!snapshot) return undefined
  const hashes: TenantState['hashes'] = new Map()
  const unreadable = new Map<string, MissingKey>()
  const secrets = await sipSecrets(supabase, vault, id)
  const opened = await openedOrLacking(supabase, vault, secrets)
  for (const [at, { extension_id, extension, field, sealed }] of secrets.entries()) {
    const secret =
      sealed === null ? new MissingKey(`The ${field} of ${extension_id} is not generated yet.`) : opened[at]
    if (secret instanceof MissingKey) unreadable.set(extension_id, secret)
    if (!secret || secret instanceof MissingKey) continue
    // Computed like SIP digests and FreeSWITCH's a1-hash and vm-a1-hash. The secrets themselves never leave the server.
    const [kind, user] =
      field === 'sip_password' ? (['sip', extension] as const) : (['voicemail', extension_id] as const)
    const hash = createHash('md5').update(`${user}:${snapshot.tenant.domain}:${secret}`).digest('hex')
    const known = hashes.get(extension_id) ?? { sip: null, voicemail: null }
    hashes.set(extension_id, { ...known, [kind]: hash })
  }
  return { snapshot, hashes, unreadable }
}

async function openedOrLacking(
  supabase: SupabaseClient<Database>,
  vault: Vault,
  secrets: readonly SipSecret[],
): Promise<(string | null | MissingKey)[]> {
  try {
    const stored = secrets.map(({ extension_id: owner, field, sealed }) => ({ owner, field, sealed }))
    return await readStored(supabase, vault, stored)
  } catch (error) {
    if (error instanceof MissingKey) return secrets.map(() => error)
    throw error
  }
}

async function sipSecrets(
  supabase: SupabaseClient<Database>,
  vault: Vault,
  tenant: string,
): Promise<SipSecret[]> {
  const ask = async () =>
    typed<SipSecret[]>((await supabase.rpc('sip_secrets', { tenant }).throwOnError()).data)
  try {
    return await withGeneratedSecrets(supabase, vault, tenant, ask, (secrets) => secrets)
  } catch (error) {
    if (error instanceof MissingKey) return ask()
    throw error
  }
}
