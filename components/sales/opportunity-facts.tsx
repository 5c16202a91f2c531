import Link from 'next/link'
import { Amount } from '@/components/common/amount'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/description-list'
import { dayLabel } from '@/lib/dates/format'
import { customerPath } from '@/lib/record-paths'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { formatContactPhone } from '@/lib/validation/contact-phone'

const LINK = 'rounded-sm underline underline-offset-2'

export function OpportunityFacts({ details: { opportunity, contact } }: { details: OpportunityDetails }) {
  const { company_id, company_name, amount, probability, close_date, owner_name, lost_reason } = opportunity
  return (
    <Card title="Details">
      <DescriptionList
        items={[
          {
            term: 'Company',
            details: (
              <Link href={customerPath(company_id)} className={LINK}>
                {company_name ?? 'The company'}
              </Link>
            ),
          },
          { term: 'Contact', details: contact ? <Contact {...contact} /> : null },
          { term: 'Amount', details: <Amount value={amount} currency="USD" /> },
          { term: 'Probability', details: `${probability} %` },
          { term: 'Close date', details: close_date ? dayLabel(close_date) : null },
          { term: 'Owner', details: owner_name },
          ...(lost_reason ? [{ term: 'Lost because', details: lost_reason }] : []),
        ]}
      />
    </Card>
  )
}

function Contact({ name, role, email, phone }: NonNullable<OpportunityDetails['contact']>) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>{role ? `${name}, ${role}` : name}</span>
      {email ? (
        <a href={`mailto:${email}`} className={LINK}>
          {email}
        </a>
      ) : null}
      {phone ? (
        <a href={`tel:${phone}`} className={`numeric ${LINK}`}>
          {formatContactPhone(phone)}
        </a>
      ) : null}
    </span>
  )
}
