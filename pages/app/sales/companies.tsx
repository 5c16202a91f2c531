import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Companies',
  holds: 'Companies with their last activity and open opportunities.',
  section: 'sales',
  back: { label: 'Go to Sales', href: '/app/sales' },
})
