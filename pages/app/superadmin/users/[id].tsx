import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'User',
  holds: 'One staff account: its role, its status and its sessions.',
  section: 'superadmin',
  back: { label: 'Go to Super Admin', href: '/app/superadmin' },
})
