/** The tenant list. */
export const TENANTS_PATH = '/app/tenants'
