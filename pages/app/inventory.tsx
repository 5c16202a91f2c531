import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Inventory',
  holds: 'Phones and other stock with serial number, MAC address, status and place.',
  section: 'inventory',
})
