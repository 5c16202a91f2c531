import { SectionNav } from '@/components/shell/section-nav'
import {
  CUSTOMERS_PATH,
  NUMBER_LOOKUP_PATH,
  PORT_AVAILABILITY_PATH,
  SALES_COMPANIES_PATH,
  SALES_PATH,
  SERVICES_PATH,
  TAXES_PATH,
} from '@/lib/record-paths'

const PAGES = [
  { href: SALES_PATH, label: 'Pipeline', section: 'sales' },
  { href: SALES_COMPANIES_PATH, label: 'Companies', section: 'sales' },
  { href: CUSTOMERS_PATH, label: 'Customers', section: 'customers' },
  { href: SERVICES_PATH, label: 'Services', section: 'sales' },
  { href: PORT_AVAILABILITY_PATH, label: 'Port availability', section: 'sales' },
  { href: NUMBER_LOOKUP_PATH, label: 'Number lookup', section: 'sales' },
  { href: TAXES_PATH, label: 'Taxes', section: 'billing' },
] as const

export function SalesNav() {
  return <SectionNav label="Sales" pages={PAGES} />
}
