import { z } from 'zod'
import { ApiFailure, databaseFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { SECRET_KINDS, type SecretKind, weaknessOf } from '@/lib/secrets'
import { requireVault } from '@/lib/vault/server-vault'

export const config = { api: { bodyParser: false } }

const body = z.strictObject({
  owner_table: z.string().max(63),
  owner: z.uuid(),
  field: z.string().max(63),
  tenant: z.uuid().nullable(),
  value: z.string().max(255),
})

/**
 * POST /api/secrets/set {owner_table, owner, field, tenant, value}: stores a secret of a record, or removes it if empty. The server
 * seals it; who may is decided by the database (set_secret), as the caller. 409 when it is too weak.
 */
export default apiHandler({ methods: ['POST'], body, maxBytes: 8192 }, async ({ body: given, supabase }) => {
  const vault = requireVault()
  const { owner_table, owner, field, value } = given
  const place = { owner, field }
  const kind = await supabase.rpc('secret_kind', { owner_table, field })
  if (kind.error) throw databaseFailure(kind.error)
  const weakness =
    value && SECRET_KINDS.includes(kind.data as SecretKind) && weaknessOf(kind.data as SecretKind, value)
  if (weakness) throw new ApiFailure(409, weakness, undefined, '23514')
  const { error } = await supabase.rpc('set_secret', {
    owner_table,
    owner,
    field,
    tenant: given.tenant ?? undefined,
    sealed: value && vault.seal(value, place),
    proof: (value && vault.proof(value, place)) || undefined,
  })
  if (error) throw databaseFailure(error)
  return { stored: true }
})
