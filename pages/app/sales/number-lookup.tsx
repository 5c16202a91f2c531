import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Number look-up',
  holds: 'What is known about a number: validity, line type, carrier, place and whose it is here.',
  section: 'sales',
  back: { label: 'Go to Sales', href: '/app/sales' },
})
