import { may, type Permissions } from '@/lib/session/permissions'

/** Creating a tenant also turns its company into a tenant company, so both permissions are required. */
export function mayCreateTenants(permissions: Permissions | undefined): boolean {
  return may(permissions, 'tenants', 'create') && may(permissions, 'customers', 'edit')
}
