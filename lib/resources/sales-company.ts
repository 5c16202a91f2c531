import { yesOrNo } from '../records/resource'
import { customer, CUSTOMER_STATUSES } from './customer'

/** A company as sales works with it; customer data is on the customer's page. */
export const salesCompany: typeof customer = {
  ...customer,
  section: 'sales',
  noun: 'company',
  title: 'Companies',
  description: 'Prospects and customers. A prospect becomes a customer and stays the same record.',
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'status', sortable: true },
    { id: 'open_opportunities', header: 'Open', numeric: true },
    { id: 'open_amount', header: 'Value', numeric: true },
    { id: 'last_activity' },
    { id: 'phone', phone: 'hidden' },
    { id: 'owner_name', header: 'Owner', phone: 'hidden' },
    { id: 'created_at', header: 'Created', sortable: true, phone: 'hidden' },
  ],
  filters: [
    { name: 'status', label: 'Status', options: CUSTOMER_STATUSES },
    yesOrNo('in_pipeline', 'Pipeline', 'With open opportunities', 'Without'),
  ],
  // Newest company first.
  sort: { column: 'created_at', descending: true },
  importKey: undefined,
  elsewhere: ['delete'],
}
