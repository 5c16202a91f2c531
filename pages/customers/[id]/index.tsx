import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Customer',
  holds: 'One customer with its tenant, contacts, opportunities, numbers, stock and invoices.',
  section: 'customers',
  back: { label: 'All customers', href: '/app/app/customers' },
})
