import { z } from 'zod'

/** The four cases in which an extension's calls can be sent elsewhere, in the order in which they are tried. */
export const FORWARDINGS = [
  { name: 'all', label: 'Always', badge: 'Forwards all' },
  { name: 'busy', label: 'When busy', badge: 'Forwards if busy' },
  { name: 'no_answer', label: 'Without an answer', badge: 'Forwards if unanswered' },
  { name: 'not_registered', label: 'When no phone is registered', badge: 'Forwards if offline' },
] as const
export type Forwarding = (typeof FORWARDINGS)[number]['name']

/** The most targets that ring with an extension. */
export const MOST_FOLLOWERS = 5

const id = z.uuid().nullable()
const seconds = (lowest: number, highest: number) =>
  z.coerce
    .number('Enter a number.')
    .int()
    .min(lowest, `At least ${lowest}.`)
    .max(highest, `At most ${highest}.`)
const name = z.string().trim().max(60, 'At most 60 characters.')
/** Empty text stands for nothing. */
const optional = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .trim()
    .nullable()
    .transform((text) => text || null)
    .pipe(schema.nullable())

/** A target of an extension's follow me, in the extension's form. */
export const follower = z.object({
  id: z.uuid(),
  position: z.number(),
  target_destination_id: z.uuid('Choose whom to ring.'),
  delay: seconds(0, 300),
  timeout: seconds(5, 300),
  confirm: z.boolean(),
})

/** What an extension's form may hold; the caller ID name is the first and last name unless it is given. */
export const extensionSchema = z
  .object({
    extension: z
      .string()
      .trim()
      .regex(/^[0-9]{2,7}$/, 'An extension has 2 to 7 digits.')
      .refine((number) => !['911', '933', '988'].includes(number), 'This is an emergency number.'),
    first_name: name,
    last_name: name,
    effective_caller_id_name: name,
    effective_caller_id_number: optional(
      z.string().regex(/^\+?[0-9]{2,15}$/, 'A number has 2 to 15 digits, perhaps after a plus.'),
    ),
    outbound_did_id: id,
    emergency_did_id: id,
    location: z.string().trim().max(128, 'At most 128 characters.'),
    description: z.string().trim().max(255, 'At most 255 characters.'),
    voicemail_enabled: z.boolean(),
    voicemail_email: optional(z.email('This is no email address.').max(254)),
    voicemail_attach: z.boolean(),
    voicemail_keep: z.boolean(),
    forward_all_enabled: z.boolean(),
    forward_all_destination_id: id,
    forward_busy_enabled: z.boolean(),
    forward_busy_destination_id: id,
    forward_no_answer_enabled: z.boolean(),
    forward_no_answer_destination_id: id,
    forward_not_registered_enabled: z.boolean(),
    forward_not_registered_destination_id: id,
    follow_me_enabled: z.boolean(),
    do_not_disturb: z.boolean(),
    call_timeout: seconds(5, 600),
    concurrent_limit: seconds(1, 100),
    recording: z.enum(['none', 'inbound', 'outbound', 'all']),
    toll_class: z.enum(['internal', 'local', 'national', 'international']),
    hold_music_recording_id: id,
    listed_in_directory: z.boolean(),
    enabled: z.boolean(),
    extension_follow_me: z.array(follower).max(MOST_FOLLOWERS, `At most ${MOST_FOLLOWERS} targets.`),
  })
  .superRefine((values, context) => {
    for (const { name: which } of FORWARDINGS) {
      if (values[`forward_${which}_enabled`] && !values[`forward_${which}_destination_id`]) {
        context.addIssue({
          code: 'custom',
          path: [`forward_${which}_destination_id`],
          message: 'Choose where these calls go.',
        })
      }
    }
  })
  .transform((values) => ({
    ...values,
    effective_caller_id_name:
      values.effective_caller_id_name || `${values.first_name} ${values.last_name}`.trim().slice(0, 60),
    extension_follow_me: values.extension_follow_me.map((each, index) => ({ ...each, position: index + 1 })),
  }))
