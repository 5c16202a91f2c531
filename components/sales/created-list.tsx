import { SectionLink } from '@/components/common/section-link'
import { TextLink } from '@/components/ui/text-link'
import { useMember } from '@/hooks/use-member'
import { companyPath, portOrderPath, tenantPath } from '@/lib/record-paths'
import type { MadeByPlan, PlanStart } from '@/lib/sales/won-plan'
import { countOf } from '@/lib/words'

interface CreatedListProps {
  /** The opportunity's id. */
  opportunity: string
  made: MadeByPlan
  company: PlanStart['company']
}

/** The records created by an opportunity's plans, with links, and its company's status now. */
export function CreatedList({ opportunity, made, company }: CreatedListProps) {
  const { permissions } = useMember()
  const {
    company_id,
    tenant_id,
    tenant_made,
    extensions,
    subscriptions,
    charges,
    stock,
    ordered,
    port_orders,
  } = made
  const [order] = port_orders
  const [first, last] = [extensions[0], extensions.at(-1)]
  const home = tenant_id && tenantPath(tenant_id)
  return (
    <ul className="flex flex-col gap-1 text-base">
      {company ? (
        <li>
          The company is {company.status === 'active' ? 'an' : 'a'}{' '}
          <TextLink prefetch={false} href={companyPath(permissions, company_id)}>
            {company.status === 'prospect' ? 'prospect' : `${company.status} customer`}
          </TextLink>
        </li>
      ) : null}
      {home ? (
        <li>
          {tenant_made ? 'A new ' : 'Their '}
          <SectionLink section="tenants" href={home}>
            tenant
          </SectionLink>
        </li>
      ) : null}
      {first && home ? (
        <li>
          <SectionLink section="telephony" href={`${home}/extensions`}>
            {countOf(extensions.length, 'extension')}
          </SectionLink>
          : {first === last ? first : `${first}–${last}`}
        </li>
      ) : null}
      {subscriptions.length > 0 && home ? (
        <li>
          <SectionLink section="billing" href={`${home}/billing`}>
            {countOf(subscriptions.length, 'subscription')}
          </SectionLink>
        </li>
      ) : null}
      {charges.length > 0 && home ? (
        <li>
          <SectionLink section="billing" href={`${home}/billing`}>
            {countOf(charges.length, 'one-off charge')}
          </SectionLink>{' '}
          for the next invoice
        </li>
      ) : null}
      {order && port_orders.length === 1 ? (
        <li>
          A{' '}
          <SectionLink section="numbers" href={portOrderPath(order)}>
            port order
          </SectionLink>
        </li>
      ) : null}
      {port_orders.length > 1 ? (
        <li>
          <SectionLink section="numbers" href={`/app/numbers?tab=ports&opportunity_id=${opportunity}`}>
            {countOf(port_orders.length, 'port order')}
          </SectionLink>
        </li>
      ) : null}
      {stock.length > 0 ? (
        <li>
          <SectionLink section="inventory" href={`/app/inventory?company_id=${company_id}`}>
            {countOf(stock.length, 'phone')}
          </SectionLink>{' '}
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
