import { Moment } from '@/components/common/relative-time'
import type { StaffMember } from '@/lib/staff/staff'

/** When a member last signed in. */
export function LastSignIn({ of: { last_sign_in_at: at } }: { of: StaffMember }) {
  return at ? <Moment at={at} /> : <span className="text-text-muted">Never</span>
}
