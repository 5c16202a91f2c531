import type { ShownFigures } from '@/hooks/use-dashboard'
import { formatDollars } from '@/lib/billing/money'
import { CALLS_PATH } from '@/lib/paths'
import { CUSTOMERS_PATH } from '@/lib/record-paths'
import { may, type Permissions, type Section } from '@/lib/session/permissions'
import { TENANTS_PATH } from '@/lib/tenants/paths'

type SectionOfFigures = Extract<keyof ShownFigures, Section>

/** A figure on the dashboard. `attention` highlights it when it is above zero. */
export interface FigureCard {
  label: string
  /** The list behind the figure; undefined for users who may not open it. */
  href: string | ((permissions: Permissions | undefined) => string | undefined)
  attention?: boolean
  figure: (figures: ShownFigures) => number | null | undefined
  /** Whether it is fetched separately and may arrive after the others; null then means that it is not known. */
  later?: boolean
  /** Shown beside the figure. */
  aside?: (figures: ShownFigures) => string | undefined
  /** Counts by hour of the day, drawn below the figure. */
  hours?: (figures: ShownFigures) => readonly number[] | undefined
}

export interface FigureGroup {
  section: SectionOfFigures
  title: string
  cards: readonly FigureCard[]
}

const dollars = (amount: number) => formatDollars(amount, 0)

/** The first of these pages, each with its section, that the user may open. */
const firstOf = (permissions: Permissions | undefined, ...pages: [Section, string][]) =>
  pages.find(([section]) => may(permissions, section))?.[1]

/** The amount in dollars, and how many invoices it leaves out. */
function overdueAside({ overdue_dollars, overdue_others }: NonNullable<ShownFigures['billing']>) {
  if (overdue_others === 0) return overdue_dollars > 0 ? dollars(overdue_dollars) : undefined
  return `${dollars(overdue_dollars)}, ${overdue_others} not in dollars`
}

/** The dashboard's figures by section, each with the list behind it. */
export const FIGURE_GROUPS: readonly FigureGroup[] = [
  {
    section: 'sales',
    title: 'Sales',
    cards: [
      {
        label: 'Open leads',
        href: '/app/sales?status=lead',
        figure: ({ sales }) => sales?.leads,
        aside: ({ sales }) => (sales ? `worth ${dollars(sales.lead_value)}` : undefined),
      },
    ],
  },
  {
    section: 'billing',
    title: 'Billing',
    cards: [
      {
        label: 'Overdue invoices',
        href: (permissions) =>
          firstOf(
            permissions,
            ['customers', `${CUSTOMERS_PATH}?view=overdue`],
            ['reports', '/app/reports?view=business'],
          ),
        attention: true,
        figure: ({ billing }) => billing?.overdue,
        aside: ({ billing }) => (billing ? overdueAside(billing) : undefined),
      },
    ],
  },
  {
    section: 'telephony',
    title: 'Calls',
    cards: [
      {
        label: 'Calls now',
        href: CALLS_PATH,
        figure: ({ calls_now }) => calls_now,
        later: true,
        aside: ({ calls_now }) => (calls_now === null ? 'not reported' : undefined),
      },
      {
        label: 'Calls today',
        href: (permissions) =>
          firstOf(permissions, ['reports', '/app/reports?days=today'], ['tenants', TENANTS_PATH]),
        figure: ({ telephony }) => telephony?.calls_today,
        hours: ({ telephony }) => telephony?.calls_by_hour,
      },
    ],
  },
  {
    section: 'inventory',
    title: 'Inventory',
    cards: [
      {
        label: 'In stock',
        href: '/app/inventory?status=in_stock',
        figure: ({ inventory }) => inventory?.in_stock,
      },
      {
        label: 'Below minimum',
        href: '/app/inventory?short=true',
        attention: true,
        figure: ({ inventory }) => inventory?.below_minimum,
      },
      {
        label: 'RMA',
        href: '/app/inventory?status=rma',
        attention: true,
        figure: ({ inventory }) => inventory?.rma,
      },
    ],
  },
  {
    section: 'tenants',
    title: 'Tenants',
    cards: [
      { label: 'Active', href: `${TENANTS_PATH}?status=active`, figure: ({ tenants }) => tenants?.active },
      {
        label: 'All seats used',
        href: `${TENANTS_PATH}?full=true`,
        attention: true,
        figure: ({ tenants }) => tenants?.full,
      },
      {
        label: 'With errors',
        href: `${TENANTS_PATH}?problems=errors`,
        attention: true,
        figure: ({ tenants }) => tenants?.failing,
      },
      {
        label: 'Suspended',
        href: `${TENANTS_PATH}?status=suspended`,
        attention: true,
        figure: ({ tenants }) => tenants?.suspended,
      },
    ],
  },
  {
    section: 'numbers',
    title: 'Numbers',
    cards: [
      { label: 'Assigned', href: '/app/numbers?status=assigned', figure: ({ numbers }) => numbers?.assigned },
      {
        label: 'Available',
        href: '/app/numbers?status=available',
        figure: ({ numbers }) => numbers?.available,
      },
      {
        label: 'Porting',
        href: '/app/numbers?porting=true',
        attention: true,
        figure: ({ numbers }) => numbers?.porting,
      },
      {
        label: 'Port drafts',
        href: '/app/numbers?tab=ports&state=draft',
        attention: true,
        figure: ({ numbers }) => numbers?.ports_drafted,
      },
      {
        label: 'Port exceptions',
        href: '/app/numbers?tab=ports&state=exception',
        attention: true,
        figure: ({ numbers }) => numbers?.ports_rejected,
      },
      {
        label: 'Ports due',
        href: '/app/numbers?tab=ports&due=true',
        attention: true,
        figure: ({ numbers }) => numbers?.ports_due,
      },
    ],
  },
]
