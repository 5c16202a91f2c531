/** What follows from a tenant's suspension (supabase/migrations, `_companies.sql`), for those who decide on it. */
export const SUSPENSION = [
  'Its phones get no configuration, and its portal users no invitations.',
  'No numbers, extensions, phones, users or routing are added to it. What is there can be changed and removed.',
  'Calls are not cut off, so that 911 can be reached, and billing continues.',
  'It can be resumed at any time.',
] as const
