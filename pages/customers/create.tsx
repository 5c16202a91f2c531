import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'New customer',
  holds: 'A form for a new customer: name, addresses, contacts and terms.',
  section: 'customers',
  back: { label: 'All customers', href: '/app/app/customers' },
})
