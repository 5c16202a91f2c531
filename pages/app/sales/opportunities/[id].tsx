import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Opportunity',
  holds: 'One opportunity with its stage, amount, line items, numbers to port and timeline.',
  section: 'sales',
  back: { label: 'Go to Sales', href: '/app/sales' },
})
