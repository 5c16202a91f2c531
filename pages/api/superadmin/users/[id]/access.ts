import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { memberOf, requireRecentSignIn, setBan, withAccount } from '@/lib/staff/account'
import { ROLE_NAME } from '@/lib/staff/staff'
import { MEMBERS } from '@/lib/supabase/constraints'

export const config = { api: { bodyParser: false } }

const route = z.object({ id: z.guid() })
const change = z.strictObject({
  version: z.int().positive(),
  full_name: z.string().trim().max(MEMBERS.full_name.maxLength).optional(),
  user_role: z.string().regex(ROLE_NAME).optional(),
  status: z.enum(MEMBERS.status.choices).optional(),
})

/**
 * POST /api/superadmin/users/{id}/access: changes a member's name, role or status. Disabling ends their sessions at once and bans
 * the account. A change that is stored already, whose answer was lost, is completed. 409 when someone saved a newer version, or when the
 * database refuses: the last superadmin must stay, and nobody changes their own role or status.
 */
export default apiHandler(
  { methods: ['POST'], section: 'superadmin', action: 'edit', query: route, body: change, maxBytes: 4096 },
  async ({ query, body: { version, ...changes }, supabase }) => {
    const before = await memberOf(supabase, query.id)
    // The database checks what changes; a ban is lifted also where the status stays.
    const asked = { member: before.id, action: 'edit' }
    const { data: mayManage } = await supabase.rpc('may_manage_member', asked).throwOnError()
    if (!mayManage)
      throw new ApiFailure(403, 'You cannot change a member whose role has more permissions than yours.')
    if (changes.user_role !== undefined || changes.status !== undefined) await requireRecentSignIn(supabase)
    const { data, error } = await supabase
      .from('members')
      .update({ ...changes, version: version + 1 })
      .eq('id', query.id)
      .eq('version', version)
      .select()
      .maybeSingle()
    if (error?.code === '23503') throw new ApiFailure(409, `Role ${changes.user_role} not found.`)
    if (error) throw error
    const isStored = Object.entries(changes).every(
      ([field, value]) => before[field as keyof typeof before] === value,
    )
    if (!data && !isStored)
      throw new ApiFailure(409, 'Someone else has saved this member since you opened it.', { code: 'TR409' })
    if (changes.status) {
      const disabled = changes.status === 'disabled'
      if (disabled) {
        await supabase.rpc('end_sessions', { member: before.id }).throwOnError()
      }
      await setBan(before.user_id, disabled)
    }
    return withAccount(await memberOf(supabase, query.id), undefined)
  },
)
