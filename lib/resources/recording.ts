import { z } from 'zod'
import { kept, text, textarea } from '../records/field-builders'
import { defineResource } from '../records/resource'

/** What callers hear: greetings, announcements, hold music. Made by uploading a file. */
export const recording = defineResource({
  table: 'recordings',
  section: 'telephony',
  noun: 'recording',
  plural: 'recordings',
  path: 'recordings',
  description: 'Greetings, announcements and hold music: WAV or MP3, up to 10 MB each.',
  elsewhere: ['create'],
  isDestination: true,
  fields: {
    name: text({ label: 'Name', max: 75, required: 'Enter a name.' }),
    file: text({
      label: 'File',
      max: 94,
      required: true,
      rule: z
        .string()
        .regex(
          /^[a-z0-9][a-z0-9_-]{0,89}\.(wav|mp3)$/,
          'Small letters, digits and dashes, then .wav or .mp3.',
        ),
      hint: 'Its name in the PBX.',
    }),
    description: textarea({ label: 'Description', max: 255 }),
    file_id: kept(z.uuid(), ''),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'file', sortable: true, phone: 'hidden' },
    { id: 'duration_ms', header: 'Duration', sortable: true, numeric: true, phone: 'secondary' },
    { id: 'size_bytes', header: 'Size', sortable: true, numeric: true, phone: 'secondary' },
    { id: 'format', header: 'Format', sortable: true, phone: 'hidden' },
    { id: 'uses', header: 'Used by', numeric: true, phone: 'secondary' },
    { id: 'description', phone: 'hidden' },
  ],
  search: 'Name, file or description',
  filters: [
    {
      name: 'format',
      label: 'Format',
      options: [
        { value: 'wav', label: 'WAV' },
        { value: 'mp3', label: 'MP3' },
      ],
    },
  ],
  sort: { column: 'name' },
  label: ({ name }) => name,
})
