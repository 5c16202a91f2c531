import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Reports',
  holds: 'Calls, seats, revenue, pipeline, ports and stock over time.',
  section: 'reports',
})
