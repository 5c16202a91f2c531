import { may, type Permissions } from '@/lib/session/permissions'

/** A tenant is made, and its company becomes a tenant company: both rights are needed. */
export function mayCreateTenants(permissions: Permissions | undefined): boolean {
  return may(permissions, 'tenants', 'create') && may(permissions, 'customers', 'edit')
}
