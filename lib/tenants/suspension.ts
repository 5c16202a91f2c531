/** Effects of suspending a tenant (`not_while_suspended` in supabase/migrations), shown before the user confirms. */
export const SUSPENSION = [
  'New phones get no configuration, and its portal users get no invitations.',
  'You cannot add numbers, extensions, phones, users or routing. You can change and delete existing records.',
  'Calls continue, so that 911 can be reached, and billing continues.',
  'You can resume it at any time.',
] as const
