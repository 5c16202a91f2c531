export const TENANTS_PATH = '/app/tenants'
