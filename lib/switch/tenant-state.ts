import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { fetchSnapshot } from '../tenants/snapshot-client'
import { withGeneratedSecrets } from '../vault/seal-secrets'
import { MissingKey, type Place, type Vault } from '../vault/vault'
import type { TenantState } from './serve'

interface SipSecret {
  extension_id: string
  extension: string
  field: string
  sealed: string | null
}

/**
 * A tenant's snapshot with the hashes of its extensions' secrets; undefined for an unknown tenant. Throws if the database fails. An
 * extension of whose secrets this server lacks the key is among `unreadable`: its calls are routed all the same.
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
  for (const { extension_id, extension, field, sealed } of await sipSecrets(supabase, vault, id)) {
    const secret = readOrLack(vault, sealed, { owner: extension_id, field })
    if (secret instanceof MissingKey) unreadable.set(extension_id, secret)
    if (secret === null || secret instanceof MissingKey) continue
    // Computed like SIP digests and FreeSWITCH's a1-hash and vm-a1-hash. The secrets themselves never leave the server.
    const [kind, user] =
      field === 'sip_password' ? (['sip', extension] as const) : (['voicemail', extension_id] as const)
    const hash = createHash('md5').update(`${user}:${snapshot.tenant.domain}:${secret}`).digest('hex')
    const known = hashes.get(extension_id) ?? { sip: null, voicemail: null }
    hashes.set(extension_id, { ...known, [kind]: hash })
  }
  return { snapshot, hashes, unreadable }
}

function readOrLack(vault: Vault, sealed: string | null, place: Place): string | null | MissingKey {
  if (sealed === null) return new MissingKey(`The ${place.field} of ${place.owner} is not generated yet.`)
  try {
    return vault.read(sealed, place)
  } catch (error) {
    if (error instanceof MissingKey) return error
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
