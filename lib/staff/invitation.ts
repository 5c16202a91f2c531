import { z } from 'zod'
import { EMAIL } from '../resources/email-field'
import { MEMBERS } from '../supabase/constraints'
import { ROLE_NAME } from './staff'

/** Input of an invitation. `id` is the member record's, chosen by the client, so that repeating it invites once. */
export const invitationSchema = z.strictObject({
  id: z.guid(),
  email: EMAIL.rule.max(MEMBERS.email.maxLength).transform((email) => email.toLowerCase()),
  full_name: z.string().trim().min(1, 'Enter a name.').max(MEMBERS.full_name.maxLength),
  user_role: z.string().regex(ROLE_NAME, 'Choose a role.'),
})

export type Invitation = z.input<typeof invitationSchema>
