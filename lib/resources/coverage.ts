import { z } from 'zod'
import { type Choice, defineResource, yesOrNo } from './resource'

const LINE_TYPES: readonly Choice[] = [
  { value: 'fixed line', label: 'Fixed line' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'voip', label: 'VoIP' },
  { value: 'toll free', label: 'Toll free' },
]

/** From where a carrier takes numbers: what port availability is judged by when no provider can be asked. */
export const coverage = defineResource({
  table: 'number_coverage',
  section: 'numbers',
  noun: 'prefix',
  plural: 'prefixes',
  title: 'Coverage',
  description:
    'A carrier’s list of where it takes numbers from. The longest prefix that fits a number counts.',
  schema: z.object({
    prefix: z.string().regex(/^[2-9]\d{2}([2-9]\d{2}\d?)?$/, 'An area code, or 6 or 7 digits.'),
    carrier: z.string().trim().max(128),
    rate_center: z.string().trim().max(64),
    state: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^([A-Z]{2})?$/, 'Two letters.'),
    line_type: z
      .string()
      .nullish()
      .transform((type) => type ?? ''),
    portable: z.boolean(),
    fast_port: z.boolean(),
  }),
  blank: () => ({
    prefix: '',
    carrier: '',
    rate_center: '',
    state: '',
    line_type: '',
    portable: true,
    fast_port: false,
  }),
  fields: [
    { name: 'prefix', label: 'Prefix', kind: 'text', maxLength: 7, required: true, placeholder: '207555' },
    { name: 'carrier', label: 'Carrier', kind: 'text', maxLength: 128, bulk: true },
    { name: 'rate_center', label: 'Rate center', kind: 'text', maxLength: 64, bulk: true },
    { name: 'state', label: 'State', kind: 'text', maxLength: 2, bulk: true },
    { name: 'line_type', label: 'Line type', kind: 'select', options: LINE_TYPES, placeholder: 'Unknown' },
    { name: 'portable', label: 'Can be ported', kind: 'switch', bulk: true },
    { name: 'fast_port', label: 'Fast port', kind: 'switch', bulk: true },
  ],
  columns: [
    { id: 'prefix', sortable: true, phone: 'primary' },
    { id: 'carrier', sortable: true },
    { id: 'rate_center', sortable: true },
    { id: 'state', sortable: true },
    { id: 'line_type' },
    { id: 'portable', phone: 'secondary' },
    { id: 'fast_port', phone: 'hidden' },
  ],
  search: 'Prefix, carrier or place',
  filters: [yesOrNo('portable', 'Porting', 'Can be ported', 'Cannot be ported')],
  sort: { column: 'prefix' },
  importKey: ['prefix'],
  unique: ['prefix'],
  label: ({ prefix }) => prefix,
})
