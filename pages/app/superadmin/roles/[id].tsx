import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Role',
  holds: 'What one role may do, section by section.',
  section: 'superadmin',
  back: { label: 'Go to Super Admin', href: '/app/superadmin' },
})
