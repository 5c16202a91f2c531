import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Numbers',
  holds: 'Every number with its status, tenant, routing, E911, carrier and cost, and the port orders.',
  section: 'numbers',
})
