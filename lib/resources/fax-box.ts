import { field } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { emails } from './inherited'
import { dialedNumber, enabled, numbered, recordName } from './telephony-fields'

/** Fax boxes: numbers that receive faxes. */
export const faxBox = defineResource({
  ...numbered,
  table: 'fax_boxes',
  noun: 'fax box',
  description: 'Numbers that receive faxes. Faxes are kept and emailed as PDFs.',
  fields: {
    name: recordName,
    number: dialedNumber,
    recipients: field(
      {
        kind: 'list',
        label: 'Email faxes to',
        placeholder: 'name@company.example',
        hint: 'One address per line. Faxes also stay on the Faxes page for as long as call recordings are kept.',
      },
      emails,
      null,
    ),
    enabled,
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'recipients', header: 'Emailed to' },
    { id: 'enabled', sortable: true },
  ],
  filters: ['enabled'],
  sort: { column: 'number' },
})
