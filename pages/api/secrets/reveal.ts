import { z } from 'zod'
import { apiHandler } from '@/lib/api/handler'
import { adminClient } from '@/lib/supabase/admin-client'
import { makeSecrets } from '@/lib/vault/seal-secrets'
import { SECRET_PLACE } from '@/lib/vault/secret-request'
import { requireVault } from '@/lib/vault/server-vault'

export const config = { api: { bodyParser: false } }

const body = z.strictObject(SECRET_PLACE)

/**
 * POST /api/secrets/reveal {owner_table, owner, field, tenant}: returns {value}, null if there is none, once the database has
 * authorized and audited it (reveal_secret).
 */
export default apiHandler({ methods: ['POST'], body, maxBytes: 8192 }, async ({ body: asked, supabase }) => {
  const vault = requireVault()
  const { owner_table, field } = asked
  const { data: kind } = await supabase.rpc('secret_kind', { owner_table, field }).throwOnError()
  const admin = adminClient()
  if (admin && kind) await makeSecrets(admin, vault, { owner: asked.owner })
  const { data } = await supabase
    .rpc('reveal_secret', { ...asked, tenant: asked.tenant ?? undefined })
    .throwOnError()
  return { value: data && vault.open(data, asked) }
})
