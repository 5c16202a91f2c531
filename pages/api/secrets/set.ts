import { z } from 'zod'
import { apiHandler } from '@/lib/api/handler'
import { SECRET_KINDS, type SecretKind } from '@/lib/secrets'
import { refuseWeak, SECRET_PLACE } from '@/lib/vault/secret-request'
import { requireVault } from '@/lib/vault/server-vault'

export const config = { api: { bodyParser: false } }

const body = z.strictObject({
  ...SECRET_PLACE,
  value: z.string().max(255),
})

/**
 * POST /api/secrets/set {owner_table, owner, field, tenant, value}: stores a secret of a record, or removes it if empty. The server
 * encrypts it; the database authorizes the caller (set_secret). 409 if it is too weak.
 */
export default apiHandler({ methods: ['POST'], body, maxBytes: 8192 }, async ({ body: given, supabase }) => {
  const vault = requireVault()
  const { owner_table, owner, field, value } = given
  const place = { owner, field }
  const { data: kind } = await supabase.rpc('secret_kind', { owner_table, field }).throwOnError()
  if (value && SECRET_KINDS.includes(kind as SecretKind)) refuseWeak(kind as SecretKind, value)
  const stored = supabase.rpc('set_secret', {
    owner_table,
    owner,
    field,
    tenant: given.tenant ?? undefined,
    sealed: value && vault.seal(value, place),
    proof: (value && vault.proof(value, place)) || undefined,
  })
  await stored.throwOnError()
  return { stored: true }
})
