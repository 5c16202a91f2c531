import { field } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { emails } from './inherited'
import { dialedNumber, enabled, recordName } from './telephony-fields'

/** Fax boxes: numbers that receive faxes. */
export const faxBox = defineResource({
  table: 'fax_boxes',
  section: 'telephony',
  noun: 'fax box',
  plural: 'fax boxes',
  description: 'Numbers at which faxes are received, kept, and mailed as PDF.',
  fields: {
    name: recordName,
    number: dialedNumber,
    recipients: field(
      {
        kind: 'list',
        label: 'Mail faxes to',
        placeholder: 'name@company.example',
        hint: 'One address per line. Every fax is kept under Faxes too.',
      },
      emails,
      null,
    ),
    enabled,
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'recipients', header: 'Mailed to' },
    { id: 'enabled', sortable: true },
  ],
  search: 'Name or number',
  filters: ['enabled'],
  sort: { column: 'number' },
  importKey: ['number'],
  essentials: ['name', 'number'],
  label: ({ number, name }) => `${number} ${name}`,
})
