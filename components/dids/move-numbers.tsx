import { TenantChoice } from '@/components/common/tenant-choice'
import { type BulkAction, oneByOne } from '@/components/records/bulk-action'
import { Refusal } from '@/lib/errors'
import { dataOf } from '@/lib/supabase/answer'
import type { Tables } from '@/lib/supabase/database.types'

/** Moves each selected number to another tenant; a number still in use is rejected. */
export const moveToTenant: BulkAction<Tables<'dids'>> = {
  label: 'Move to another tenant',
  question: (count) =>
    `${count === 1 ? 'This number leaves' : `These ${count} numbers leave`} the tenant with no route left behind. Numbers that are a caller ID or registered for 911 stay.`,
  choose: TenantChoice,
  ...oneByOne(async (supabase, row, tenantId) => {
    const moved = dataOf(
      await supabase
        .from('dids')
        .update({ tenant_id: tenantId, version: row.version + 1 })
        .eq('tenant_id', row.tenant_id ?? '')
        .eq('id', row.id)
        .eq('version', row.version)
        .select('id'),
    )
    if (moved.length === 0)
      throw new Refusal('Someone else has changed this number since you opened it.', 409, 'conflict')
  }),
}
