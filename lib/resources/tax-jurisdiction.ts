import { number, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { TAX_JURISDICTIONS as LIMITS } from '../supabase/constraints'

/** A tax jurisdiction and its rate. */
export const taxJurisdiction = defineResource({
  table: 'tax_jurisdictions',
  section: 'billing',
  noun: 'jurisdiction',
  title: 'Taxes',
  description:
    'The rate of each jurisdiction. A tenant’s billing account names its own; its invoices add the tax.',
  fields: {
    name: text({
      ...LIMITS.name,
      label: 'Jurisdiction',
      required: 'Enter a jurisdiction.',
      placeholder: 'Denver, Colorado',
    }),
    tax: text({
      ...LIMITS.tax,
      label: 'Tax',
      required: 'Enter the name of the tax.',
      start: 'Sales tax',
      hint: 'Shown on invoices.',
    }),
    percent: number({
      ...LIMITS.percent,
      label: 'Rate',
      unit: 'percent',
      places: 4,
      hint: 'The total of all rates that apply there. Drafts pick up a change on the next run; issued invoices do not change.',
    }),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'tax', sortable: true, phone: 'secondary' },
    { id: 'percent', sortable: true, numeric: true },
  ],
  search: 'Jurisdiction or tax',
  sort: { column: 'name' },
  importKey: ['name'],
  label: ({ name }) => name,
})
