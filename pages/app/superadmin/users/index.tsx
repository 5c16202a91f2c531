import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Users',
  holds: 'Staff accounts with their role, status and last sign-in.',
  section: 'superadmin',
  back: { label: 'Go to Super Admin', href: '/app/superadmin' },
})
