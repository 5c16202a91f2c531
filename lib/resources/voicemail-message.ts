import { defineResource, yesOrNo } from '../records/resource'
import { recordOf } from './kinds'

/** Voicemail messages in the mailboxes of extensions, as reported by switches. */
export const voicemailMessage = defineResource({
  table: 'voicemail_messages',
  section: 'telephony',
  noun: 'message',
  title: 'Voicemail',
  description:
    'Messages in the tenant’s mailboxes, kept as long as call recordings, even if nobody has heard them. What you do here changes them on the phones too.',
  elsewhere: ['create', 'delete', 'export'],
  fields: {},
  columns: [
    { id: 'from_number', header: 'From', sortable: true, phone: 'primary' },
    { id: 'account', header: 'For', sortable: true },
    { id: 'left_at', header: 'When', sortable: true },
    { id: 'seconds', header: 'Length', sortable: true, numeric: true },
    { id: 'heard', header: 'State' },
  ],
  search: 'Caller or extension',
  filters: [
    yesOrNo('heard', 'State', 'Heard', 'New'),
    { name: 'extension_id', label: 'Extension', to: recordOf('extensions') },
  ],
  sort: { column: 'left_at', descending: true },
  label: ({ from_name, from_number, account }) =>
    `message from ${from_name || from_number || 'unknown'} for ${account}`,
})
