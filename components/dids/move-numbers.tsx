import { TenantChoice } from '@/components/common/tenant-choice'
import type { BulkAction } from '@/components/records/bulk-action'
import { setOnAll } from '@/lib/records/record-client'
import { did } from '@/lib/resources/did'
import type { Tables } from '@/lib/supabase/database.types'
import { sentenceCase, theseOf } from '@/lib/words'

/** Moves each selected number to another tenant; a number still in use is rejected. */
export const moveToTenant: BulkAction<Tables<'dids'>> = {
  label: 'Move to another tenant',
  question: (count) =>
    `${sentenceCase(theseOf(count, 'number'))} ${count === 1 ? 'leaves' : 'leave'} the tenant with no route left behind. Numbers that are a caller ID or registered for 911 stay.`,
  choose: TenantChoice,
  act: (supabase, numbers, tenant_id, run) => setOnAll(supabase, did, numbers, { tenant_id }, run),
}
