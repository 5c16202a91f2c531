import { z } from 'zod'
import { databaseFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { adminClient } from '@/lib/supabase/admin-client'
import { makeSecrets } from '@/lib/vault/keeper'
import { requireVault } from '@/lib/vault/server-vault'

export const config = { api: { bodyParser: false } }

const body = z.strictObject({
  owner_table: z.string().max(63),
  owner: z.uuid(),
  field: z.string().max(63),
  tenant: z.uuid().nullable(),
})

/**
 * POST /api/secrets/reveal {owner_table, owner, field, tenant}: answers {value}, null when there is none, once the database has let the
 * caller and left an entry in the trail (reveal_secret).
 */
export default apiHandler({ methods: ['POST'], body, maxBytes: 8192 }, async ({ body: asked, supabase }) => {
  const vault = requireVault()
  const { owner_table, field } = asked
  const kind = await supabase.rpc('secret_kind', { owner_table, field })
  if (kind.error) throw databaseFailure(kind.error)
  const admin = adminClient()
  if (admin && kind.data) await makeSecrets(admin, vault, { owner: asked.owner })
  const { data, error } = await supabase.rpc('reveal_secret', { ...asked, tenant: asked.tenant ?? undefined })
  if (error) throw databaseFailure(error)
  return { value: data && vault.open(data, asked) }
})
