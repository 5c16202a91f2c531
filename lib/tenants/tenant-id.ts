/** Whether a value has the form of a tenant's id (a UUID), as in the addresses /app/tenants/{tenantId}. */
export function isTenantId(value: unknown): value is string {
  return (
    typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
  )
}
