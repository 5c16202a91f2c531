import Link from 'next/link'
import { customerPath, tenantPath } from '@/lib/paths'
import type { MadeByPlan } from '@/lib/sales/won-plan'

const LINK = 'rounded-sm underline underline-offset-2'
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What the plan of a won opportunity has made. */
export function MadeList({ made }: { made: MadeByPlan }) {
  const { company_id, tenant_id, tenant_made, extensions, subscriptions, charges, stock, port_order_id } =
    made
  const [first, last] = [extensions[0], extensions.at(-1)]
  return (
    <ul className="flex flex-col gap-1 text-base">
      <li>
        The company is an{' '}
        <Link href={customerPath(company_id)} className={LINK}>
          active customer
        </Link>
      </li>
      {tenant_id ? (
        <li>
          {tenant_made ? 'A new ' : 'Their '}
          <Link href={tenantPath(tenant_id)} className={LINK}>
            tenant
          </Link>
        </li>
      ) : null}
      {first ? (
        <li>
          {counted(extensions.length, 'extension', 'extensions')}:{' '}
          {first === last ? first : `${first}–${last}`}
        </li>
      ) : null}
      {subscriptions.length > 0 ? (
        <li>{counted(subscriptions.length, 'subscription', 'subscriptions')}</li>
      ) : null}
      {charges.length > 0 ? (
        <li>{counted(charges.length, 'one-off charge', 'one-off charges')} for the next invoice</li>
      ) : null}
      {port_order_id ? <li>A draft of a port order</li> : null}
      {stock.length > 0 ? <li>{counted(stock.length, 'phone', 'phones')} reserved</li> : null}
    </ul>
  )
}
