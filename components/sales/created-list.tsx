import Link from 'next/link'
import type { ReactNode } from 'react'
import { useMember } from '@/hooks/use-member'
import { customerPath, portOrderPath, tenantPath } from '@/lib/record-paths'
import type { MadeByPlan } from '@/lib/sales/won-plan'
import { may } from '@/lib/session/permissions'
import { countOf } from '@/lib/words'

/** The records created by an opportunity's plans, with links. */
export function CreatedList({ made }: { made: MadeByPlan }) {
  const {
    company_id,
    tenant_id,
    tenant_made,
    extensions,
    subscriptions,
    charges,
    stock,
    ordered,
    port_order_id,
  } = made
  const { permissions } = useMember()
  const [first, last] = [extensions[0], extensions.at(-1)]
  const home = tenant_id && tenantPath(tenant_id)
  return (
    <ul className="flex flex-col gap-1 text-base">
      <li>
        The company is an <To href={customerPath(company_id)}>active customer</To>
      </li>
      {home ? (
        <li>
          {tenant_made ? 'A new ' : 'Their '}
          <To href={home}>tenant</To>
        </li>
      ) : null}
      {first && home ? (
        <li>
          <To href={`${home}/extensions`}>{countOf(extensions.length, 'extension')}</To>:{' '}
          {first === last ? first : `${first}–${last}`}
        </li>
      ) : null}
      {subscriptions.length > 0 && home ? (
        <li>
          <To href={`${home}/billing`}>{countOf(subscriptions.length, 'subscription')}</To>
        </li>
      ) : null}
      {charges.length > 0 && home ? (
        <li>
          <To href={`${home}/billing`}>{countOf(charges.length, 'one-off charge')}</To> for the next invoice
        </li>
      ) : null}
      {port_order_id ? (
        <li>
          A{' '}
          {may(permissions, 'numbers', 'view') ? (
            <To href={portOrderPath(port_order_id)}>port order</To>
          ) : (
            'port order'
          )}
        </li>
      ) : null}
      {stock.length > 0 ? (
        <li>
          <To href={`/app/inventory?company_id=${company_id}`}>{countOf(stock.length, 'phone')}</To>{' '}
          {ordered === 0
            ? 'reserved'
            : ordered === stock.length
              ? 'ordered'
              : `reserved, ${ordered} of them ordered`}
        </li>
      ) : null}
    </ul>
  )
}

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded-sm underline underline-offset-2">
      {children}
    </Link>
  )
}
