import { SectionNav } from '@/components/shell/section-nav'

const PAGES = [
  { href: '/app/superadmin', label: 'Overview', section: 'superadmin' },
  { href: '/app/superadmin/users', label: 'Users', section: 'superadmin' },
  { href: '/app/superadmin/roles', label: 'User Roles', section: 'superadmin' },
  { href: '/app/superadmin/gateways', label: 'Gateways', section: 'superadmin' },
  { href: '/app/superadmin/switches', label: 'Switches', section: 'superadmin' },
] as const

/** The pages of Super Admin, of which Users and User Roles are also in the shell's navigation. */
export function SuperadminNav() {
  return <SectionNav label="Super Admin" pages={PAGES} />
}
