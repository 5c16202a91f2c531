import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Edit customer',
  holds: "A form for a customer's name, status, addresses, contacts and terms.",
  section: 'customers',
  back: { label: 'All customers', href: '/app/app/customers' },
})
