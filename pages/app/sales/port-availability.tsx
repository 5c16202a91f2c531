import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Port availability',
  holds: 'Whether numbers can be ported, checked one by one or as a list.',
  section: 'sales',
  back: { label: 'Go to Sales', href: '/app/sales' },
})
