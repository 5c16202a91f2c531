/** User ids of the demo accounts, for tests that act as a role in a transaction. */
export const SUPERADMIN = '00000000-0000-4000-8000-000000000001'
export const ADMIN = '00000000-0000-4000-8000-000000000002'
export const TECH = '00000000-0000-4000-8000-000000000003'
