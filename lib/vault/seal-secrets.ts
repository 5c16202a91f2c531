import type { SupabaseClient } from '@supabase/supabase-js'
import { generateSecret } from '../secrets.ts'
import type { Database } from '../supabase/database.types.ts'
import { MissingKey, type Place, type Vault } from './vault.ts'

type Admin = SupabaseClient<Database>
/** A stored secret; `sealed` is null until the server has generated it. */
type Stored = Database['public']['Functions']['secrets_to_seal']['Returns'][number]

/**
 * Generates the passwords and PINs that the database has requested, as for each new extension and tenant: for one tenant, one owner
 * or all. Throws MissingKey if the other servers, which have another key, could not read them.
 */
export async function makeSecrets(
  admin: Admin,
  vault: Vault,
  of: { tenant?: string; owner?: string } = {},
): Promise<void> {
  const which = { of_tenant: of.tenant, of_owner: of.owner }
  await store(admin, vault, which, generated, () => requireKeys(admin, vault))
}

const generated = ({ kind }: Stored) => generateSecret(kind === 'pin' ? 'pin' : 'password')

/**
 * Whether the vault has the keys of what is stored: of most of a few passwords of tenants, because some may be left over from a lost key,
 * or from a server with a wrong one. True while none is stored.
 */
export async function opensStored(admin: Admin, vault: Vault | undefined): Promise<boolean> {
  const { data: keys } = await admin.rpc('sealing_keys').throwOnError()
  return keys.filter((id) => vault?.holds(id)).length * 2 >= keys.length
}

async function requireKeys(admin: Admin, vault: Vault): Promise<void> {
  if (await opensStored(admin, vault)) return
  throw new MissingKey('SECRETS_KEY lacks the key of most stored secrets.')
}

/**
 * Opens stored secrets: null for each that is not set, damaged, or left over from a lost key; the latter two are logged, in one line
 * because many may be, each time that they are read. Throws MissingKey if this server is the one that lacks the keys. Others have them
 * then, so nobody is to be told that there are no secrets.
 */
export async function readStored(
  admin: Admin,
  vault: Vault,
  secrets: readonly (Place & { sealed: string | null })[],
): Promise<(string | null)[]> {
  if (secrets.some(({ sealed }) => sealed !== null && !vault.hasKeyOf(sealed)))
    await requireKeys(admin, vault)
  const opened = secrets.map((secret) => vault.read(secret.sealed, secret))
  logUnreadable(secrets.filter(({ sealed }, at) => sealed !== null && opened[at] === null))
  return opened
}

/** How many owners a log line names. */
const NAMED = 20

function logUnreadable(secrets: readonly Place[]): void {
  if (secrets.length === 0) return
  const owners = [...new Set(secrets.map(({ owner }) => owner))]
  const more = owners.length > NAMED ? ` and ${owners.length - NAMED} others` : ''
  console.error(
    `Secrets that cannot be opened, because their key is lost or they are damaged: ${secrets.length}, of`,
    owners.slice(0, NAMED).join(', ') + more,
  )
}

/** Runs `ask`, and again after generating the secrets missing (null) in its answer. */
export async function withGeneratedSecrets<Answer>(
  admin: Admin,
  vault: Vault,
  tenant: string,
  ask: () => PromiseLike<Answer>,
  secretsOf: (answer: Answer) => readonly ({ sealed: string | null } | null)[],
): Promise<Answer> {
  const answer = await ask()
  if (secretsOf(answer).every((secret) => secret?.sealed !== null)) return answer
  // There may be none left to generate, because someone else has generated them since.
  await makeSecrets(admin, vault, { tenant })
  return ask()
}

/**
 * Re-encrypts everything encrypted with another key than the vault's current one. Returns the number of these secrets, and of those
 * that no key opens. These are left as they are, or, with `replacesLost`, replaced by new ones, except those that carriers chose.
 */
export function resealSecrets(
  admin: Admin,
  vault: Vault,
  replacesLost = false,
): Promise<{ done: number; unreadable: number }> {
  return store(admin, vault, { other_than: vault.keyId }, (secret) => {
    const isLost = !vault.hasKeyOf(secret.sealed)
    const text = isLost ? null : vault.read(secret.sealed, placeOf(secret))
    if (text === null && !isLost) logUnreadable([placeOf(secret)])
    return text === null && replacesLost && secret.kind !== 'carrier' ? generated(secret) : text
  })
}

async function store(
  admin: Admin,
  vault: Vault,
  which: Database['public']['Functions']['secrets_to_seal']['Args'],
  textOf: (secret: Stored) => string | null,
  check?: () => Promise<void>,
): Promise<{ done: number; unreadable: number }> {
  let done = 0
  let unreadable = 0
  for (;;) {
    const { data } = await admin.rpc('secrets_to_seal', { ...which, skipped: unreadable }).throwOnError()
    if (data.length === 0) return { done, unreadable }
    await check?.()
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
