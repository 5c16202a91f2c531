import { apiHandler } from '@/lib/api/handler'
import { listStaff } from '@/lib/staff/account'

/** GET /api/superadmin/users: all staff members with role, status and last sign-in. */
export default apiHandler({ methods: ['GET'], section: 'superadmin', action: 'view' }, ({ supabase }) =>
  listStaff(supabase),
)
