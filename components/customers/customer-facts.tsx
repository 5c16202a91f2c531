import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/description-list'
import { TextLink } from '@/components/ui/text-link'
import { useOwners } from '@/hooks/use-opportunity'
import { termsLabel } from '@/lib/billing/account'
import type { RecordRow } from '@/lib/records/field'
import { formatContactPhone } from '@/lib/validation/contact-phone'
import { webHref } from '@/lib/validation/web-address'

interface Contact {
  id: string
  name: string
  role: string
  email: string | null
  phone: string | null
}

const text = (value: unknown) => (value ? String(value) : null)

/** What is stored of a customer, without what is empty. */
export function CustomerFacts({ company }: { company: RecordRow }) {
  const owners = useOwners()
  const phone = text(company.phone)
  const website = text(company.website)
  const facts: [string, ReactNode][] = [
    ['Phone', phone ? <Outside href={`tel:${phone}`}>{formatContactPhone(phone)}</Outside> : null],
    ['Website', website ? <Outside href={webHref(website)}>{website}</Outside> : null],
    ['Billing address', text(company.billing_address)],
    ['Service address', text(company.service_address)],
    ['Tax ID', text(company.tax_id)],
    ['Terms', typeof company.terms_days === 'number' ? termsLabel(company.terms_days) : null],
    ['Time zone', text(company.time_zone)],
    ['Owner', owners.data?.find(({ id }) => id === company.owner_id)?.name ?? null],
    ['Notes', text(company.notes)],
  ]
  return (
    <Card title="Details">
      <DescriptionList
        items={facts.flatMap(([term, value]) =>
          value ? [{ term, details: <span className="whitespace-pre-line">{value}</span> }] : [],
        )}
      />
    </Card>
  )
}

/** The customer's contacts, with links to call or write to them. */
export function CustomerContacts({ company }: { company: RecordRow }) {
  const contacts = (company.contacts ?? []) as Contact[]
  return (
    <Card title="Contacts" flush>
      {contacts.length === 0 ? (
        <p className="px-4 py-3 text-sm text-text-muted">No contacts yet. Add them with Edit.</p>
      ) : (
        <ul className="divide-y divide-border text-sm">
          {contacts.map((contact) => (
            <li key={contact.id} className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 py-2.5">
              <span className="min-w-40 font-medium">{contact.name}</span>
              <span className="text-text-muted">{contact.role}</span>
              {contact.email ? <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink> : null}
              {contact.phone ? (
                <TextLink className="numeric" href={`tel:${contact.phone}`}>
                  {formatContactPhone(contact.phone)}
                </TextLink>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** A phone number or an external link; plain text if it is neither. */
function Outside({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return children
  const away = href.startsWith('http')
  return (
    <TextLink href={href} {...(away ? { target: '_blank', rel: 'noreferrer' } : null)}>
      {children}
    </TextLink>
  )
}
