import { makeSecrets } from '@/lib/vault/seal-secrets'
import { parseKeys, Vault } from '@/lib/vault/vault'
import { loadSecrets } from '@/local/keys'
import { serviceClient } from './clients'
import { query } from './database'

/** The vault of the database tests, in place of the server's. */
export const VAULT = new Vault(parseKeys(`test:${Buffer.alloc(32, 7).toString('base64url')}`))

/** A sealed text for an arbitrary place, because the database cannot tell. */
export const SEALED = VAULT.seal('Abcdefghij-0123456789', { owner: '', field: '' })

/** A secret as the server would read it: generated if still pending, and decrypted; undefined if there is none. */
export async function secretOf(owner: string, field: string, vault = VAULT): Promise<string | undefined> {
  await makeSecrets(serviceClient(), vault, { owner })
  const [row] = await query<{ sealed: string }>(
    'select sealed from public.secrets where owner_id = $1 and field = $2',
    [owner, field],
  )
  return row && vault.open(row.sealed, { owner, field })
}

/** Stores a secret as the server would. */
export async function keepSecret(
  tenant: string,
  table: string,
  { owner, field }: { owner: string; field: string },
  text: string,
  vault = VAULT,
): Promise<void> {
  await query(
    `insert into public.secrets (tenant_id, owner_table, owner_id, field, sealed, proof) values ($1, $2, $3, $4, $5, $6)
     on conflict (owner_id, field) do update set sealed = excluded.sealed, proof = excluded.proof`,
    [tenant, table, owner, field, vault.seal(text, { owner, field }), vault.proof(text, { owner, field })],
  )
}

/** The vault of an app that runs on the embedded backend. */
export const vaultOf = (dataDir: string): Vault => new Vault(parseKeys(loadSecrets(dataDir).secretsKey))
