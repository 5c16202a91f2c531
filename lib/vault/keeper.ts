import type { SupabaseClient } from '@supabase/supabase-js'
import { generateSecret } from '../secrets.ts'
import type { Database } from '../supabase/database.types.ts'
import type { Vault } from './vault.ts'

type Admin = SupabaseClient<Database>
/** A stored secret; `sealed` is null while the server has not made it. */
type Stored = Database['public']['Functions']['secrets_to_seal']['Returns'][number]

/**
 * Makes the passwords and PINs that the database has asked for, as it does for each new extension and tenant: of one tenant, one
 * owner or all. Answers how many.
 */
export async function makeSecrets(
  admin: Admin,
  vault: Vault,
  of: { tenant?: string; owner?: string } = {},
): Promise<number> {
  const which = { of_tenant: of.tenant, of_owner: of.owner }
  const { done } = await store(admin, vault, which, ({ field }) =>
    generateSecret(/(^|_)pin$/.test(field) ? 'pin' : 'password'),
  )
  return done
}

/** What is asked, and asked again once the secrets in it that had yet to be made (null) are made. */
export async function withSecretsMade<Answer>(
  admin: Admin,
  vault: Vault,
  tenant: string,
  ask: () => PromiseLike<Answer>,
  secretsOf: (answer: Answer) => readonly ({ sealed: string | null } | null)[],
): Promise<Answer> {
  const answer = await ask()
  const unmade = secretsOf(answer).some((secret) => secret?.sealed === null)
  return unmade && (await makeSecrets(admin, vault, { tenant })) ? ask() : answer
}

/**
 * Seals again whatever another key than the vault's own has sealed. Answers how many secrets that were, and how many no key opens:
 * these stay as they are.
 */
export function resealSecrets(admin: Admin, vault: Vault): Promise<{ done: number; unreadable: number }> {
  return store(admin, vault, { other_than: vault.keyId }, (secret) =>
    vault.read(secret.sealed, placeOf(secret)),
  )
}

async function store(
  admin: Admin,
  vault: Vault,
  which: Database['public']['Functions']['secrets_to_seal']['Args'],
  textOf: (secret: Stored) => string | null,
): Promise<{ done: number; unreadable: number }> {
  let done = 0
  let unreadable = 0
  for (;;) {
    const { data } = await admin.rpc('secrets_to_seal', { ...which, skipped: unreadable }).throwOnError()
    if (data.length === 0) return { done, unreadable }
    const changes = data.flatMap((secret) => {
      const text = textOf(secret)
      return text === null ? [] : [sealed(vault, secret, text)]
    })
    await admin.rpc('store_sealed', { changes }).throwOnError()
    done += changes.length
    unreadable += data.length - changes.length
  }
}

function sealed(vault: Vault, secret: Stored, text: string) {
  const place = placeOf(secret)
  return {
    owner: secret.owner_id,
    field: secret.field,
    was: secret.sealed,
    sealed: vault.seal(text, place),
    proof: vault.proof(text, place),
  }
}

const placeOf = ({ owner_id: owner, field }: Stored) => ({ owner, field })
