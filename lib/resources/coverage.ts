import { z } from 'zod'
import { LINE_TYPE_NAMES } from '../numbers/number-facts'
import { choice, choices, matching, text, toggle } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { NUMBER_COVERAGE as LIMITS } from '../supabase/constraints'

/** Areas from which a carrier can port numbers; decides portability if no provider can be asked. */
export const coverage = defineResource({
  table: 'number_coverage',
  section: 'numbers',
  noun: 'prefix',
  title: 'Coverage',
  description: 'Where each carrier can port numbers from. The longest matching prefix applies.',
  fields: {
    prefix: text({
      maxLength: 7,
      required: true,
      keyboard: 'numeric',
      rule: matching(/^[2-9]\d{2}([2-9]\d{2}\d?)?$/, 'Enter an area code, or 6 or 7 digits.'),
      placeholder: '207555',
    }),
    carrier: text({ ...LIMITS.carrier, bulk: true }),
    rate_center: text({ ...LIMITS.rate_center, bulk: true }),
    state: text({
      maxLength: 2,
      rule: z
        .string()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/, 'Enter two letters.'),
      bulk: true,
    }),
    line_type: choice({
      options: choices(LIMITS.line_type.choices, { voip: LINE_TYPE_NAMES.voip }),
      empty: '',
      placeholder: 'Unknown',
    }),
    portable: toggle({ start: true, bulk: true }),
    fast_port: toggle({ bulk: true }),
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
  filters: [yesOrNo('portable', 'Porting', 'Portable', 'Not portable')],
  sort: { column: 'prefix' },
  importKey: ['prefix'],
  label: ({ prefix }) => prefix,
})
