/** The list of tenants. */
export const TENANTS_PATH = '/app/tenants'
