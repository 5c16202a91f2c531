import { TextLink } from '@/components/ui/text-link'
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
        The company is an <TextLink href={customerPath(company_id)}>active customer</TextLink>
      </li>
      {home ? (
        <li>
          {tenant_made ? 'A new ' : 'Their '}
          <TextLink href={home}>tenant</TextLink>
        </li>
      ) : null}
      {first && home ? (
        <li>
          <TextLink href={`${home}/extensions`}>{countOf(extensions.length, 'extension')}</TextLink>:{' '}
          {first === last ? first : `${first}–${last}`}
        </li>
      ) : null}
      {subscriptions.length > 0 && home ? (
        <li>
          <TextLink href={`${home}/billing`}>{countOf(subscriptions.length, 'subscription')}</TextLink>
        </li>
      ) : null}
      {charges.length > 0 && home ? (
        <li>
          <TextLink href={`${home}/billing`}>{countOf(charges.length, 'one-off charge')}</TextLink> for the
          next invoice
        </li>
      ) : null}
      {port_order_id ? (
        <li>
          A{' '}
          {may(permissions, 'numbers', 'view') ? (
            <TextLink href={portOrderPath(port_order_id)}>port order</TextLink>
          ) : (
            'port order'
          )}
        </li>
      ) : null}
      {stock.length > 0 ? (
        <li>
          <TextLink href={`/app/inventory?company_id=${company_id}`}>
            {countOf(stock.length, 'phone')}
          </TextLink>{' '}
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
