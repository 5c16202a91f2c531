import { z } from 'zod'
import { RECORDINGS_BUCKET } from '../recordings/object-path'
import { getSupabase } from '../supabase/browser-client'
import { defineResource } from './resource'

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
  async afterDelete({ path }) {
    await (await getSupabase()).storage.from(RECORDINGS_BUCKET).remove([String(path)])
  },
  schema: z.object({
    name: z.string().trim().min(1, 'Enter a name.').max(75),
    file: z
      .string()
      .trim()
      .regex(/^[a-z0-9][a-z0-9_-]{0,89}\.(wav|mp3)$/, 'Small letters, digits and dashes, then .wav or .mp3.'),
    file_id: z.uuid().nullable(),
    description: z.string().trim().max(255),
  }),
  blank: () => ({ name: '', file: '', file_id: undefined, description: '' }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 75, required: true },
    {
      name: 'file',
      label: 'File',
      kind: 'text',
      maxLength: 94,
      required: true,
      hint: 'Its name in the PBX.',
    },
    { name: 'description', label: 'Description', kind: 'textarea', maxLength: 255 },
  ],
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
