import { z } from 'zod'
import type { Choice } from '../records/field'
import { choice, text, toggle } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'

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
  fields: {
    prefix: text({
      label: 'Prefix',
      max: 7,
      required: true,
      rule: z.string().regex(/^[2-9]\d{2}([2-9]\d{2}\d?)?$/, 'An area code, or 6 or 7 digits.'),
      placeholder: '207555',
    }),
    carrier: text({ label: 'Carrier', max: 128, bulk: true }),
    rate_center: text({ label: 'Rate center', max: 64, bulk: true }),
    state: text({
      label: 'State',
      max: 2,
      rule: z
        .string()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/, 'Two letters.'),
      bulk: true,
    }),
    line_type: choice({
      label: 'Line type',
      options: LINE_TYPES,
      empty: '',
      open: true,
      placeholder: 'Unknown',
    }),
    portable: toggle({ label: 'Can be ported', start: true, bulk: true }),
    fast_port: toggle({ label: 'Fast port', bulk: true }),
  },
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
