import { notBuiltYetPage } from '@/components/pages/not-built-yet'

export default notBuiltYetPage({
  title: 'Super Admin',
  holds: 'Staff accounts, their roles, and what each role may do.',
  section: 'superadmin',
})
