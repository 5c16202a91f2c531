import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'User Roles',
  holds: 'Roles and how many members carry each.',
  section: 'superadmin',
  back: { label: 'Go to Super Admin', href: '/app/superadmin' },
})
