import { z } from 'zod'
import { megabytes } from '../recordings/format'
import { choices, kept, matching, text, textarea } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { RECORDINGS as LIMITS } from '../supabase/constraints'
import { recordName } from './telephony-fields'

const fileName = matching(
  /^[a-z0-9][a-z0-9_-]{0,89}\.(wav|mp3)$/,
  'Use lowercase letters, digits and hyphens, then .wav or .mp3.',
)

/** What callers hear: greetings, announcements, hold music. Created by uploading a file. */
export const recording = defineResource({
  table: 'recordings',
  section: 'telephony',
  noun: 'recording',
  description: `Greetings, announcements and hold music: WAV or MP3, up to ${megabytes(LIMITS.size_bytes.max)} each.`,
  elsewhere: ['create'],
  fields: {
    name: recordName,
    file: text({ maxLength: 94, required: true, rule: fileName, hint: 'The file name in the PBX.' }),
    description: textarea(LIMITS.description),
    file_id: kept(z.guid(), ''),
    spoken_text: kept(z.string().max(LIMITS.spoken_text.maxLength), ''),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'file', sortable: true, phone: 'hidden' },
    { id: 'duration_ms', header: 'Duration', sortable: true, numeric: true, phone: 'secondary' },
    { id: 'size_bytes', header: 'Size', sortable: true, numeric: true, phone: 'secondary' },
    { id: 'format', sortable: true, phone: 'hidden' },
    { id: 'uses', header: 'Used by', numeric: true, phone: 'secondary' },
    { id: 'description', phone: 'hidden' },
  ],
  search: 'Name, file or description',
  filters: [
    {
      name: 'format',
      label: 'Format',
      options: choices(LIMITS.format.choices, { wav: 'WAV', mp3: 'MP3' }),
    },
  ],
  sort: { column: 'name' },
  label: ({ name }) => name,
})
