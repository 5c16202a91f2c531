import { choices } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { MAILS } from '../supabase/constraints'
import { KEPT_DAYS } from '../supabase/kept-days'

const KINDS = {
  emergency: '911 call',
  missed_call: 'Missed call',
  voicemail: 'Voicemail',
  fax: 'Fax',
  pin: 'Voicemail PIN',
  quote: 'Quote',
  invitation: 'Invitation',
  password: 'New password',
} as const
const STATES = { waiting: 'Waiting', retrying: 'Trying again', sent: 'Sent', failed: 'Not sent' } as const

export type MailState = keyof typeof STATES

/** Mails. The database queues those about events, and the server sends them; of those with a secret only the outcome is kept. */
export const mail = defineResource({
  table: 'mails',
  view: 'mail_list',
  section: 'telephony',
  noun: 'email',
  description: `Emails of the last ${KEPT_DAYS.mails} days, and whether each was sent.`,
  elsewhere: ['create', 'delete', 'export'],
  fields: {},
  columns: [
    { id: 'subject', header: 'Subject', sortable: true, phone: 'primary' },
    { id: 'recipient', header: 'To', sortable: true },
    { id: 'created_at', header: 'When', sortable: true },
    { id: 'state', header: 'State' },
  ],
  search: 'Address or subject',
  filters: [
    { name: 'kind', label: 'About', options: choices(MAILS.kind.choices, KINDS) },
    {
      name: 'state',
      label: 'State',
      options: Object.entries(STATES).map(([value, label]) => ({ value, label })),
    },
  ],
  sort: { column: 'created_at', descending: true },
  label: ({ subject }) => subject,
})

/** A mail's state in words; the state itself if it is unknown. */
export const mailStateLabel = (state: string): string => STATES[state as MailState] ?? state
