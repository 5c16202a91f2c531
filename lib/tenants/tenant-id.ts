/** Whether a value has the form of a tenant's id, as in the addresses /app/tenants/{tenantId}. */
export { isUuid as isTenantId } from '../validation/uuid'
