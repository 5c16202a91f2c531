import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Customers',
  holds: 'Every customer with its tenant code, status, seats, balance and owner.',
  section: 'customers',
})
