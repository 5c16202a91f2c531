import Link from 'next/link'
import { ResourcePage } from '@/components/records/resource-page'
import { SuperadminNav } from '@/components/staff/superadmin-nav'
import { tenantPath } from '@/lib/record-paths'
import { recordOf } from '@/lib/resources/kinds'
import { mail } from '@/lib/resources/mail'
import { KEPT_DAYS } from '@/lib/supabase/kept-days'
import { CELLS, MailDialog } from './mail-page'

const ALL_MAIL: typeof mail = {
  ...mail,
  description: `Emails of the last ${KEPT_DAYS.mails} days about calls, quotes and accounts, and whether each was sent.`,
  // For all tenants, only the order by time has an index.
  columns: [
    { id: 'subject', header: 'Subject', phone: 'primary' },
    { id: 'tenant_name', header: 'Tenant' },
    { id: 'recipient', header: 'To' },
    { id: 'created_at', header: 'When', sortable: true },
    { id: 'state', header: 'State' },
  ],
  filters: [...mail.filters, { name: 'tenant_id', label: 'Tenant', to: recordOf('tenants') }],
}

/** The mails of all tenants, to customers and to staff. */
export function AllMailsPage() {
  return (
    <ResourcePage
      resource={ALL_MAIL}
      above={<SuperadminNav />}
      cells={{
        ...CELLS,
        tenant_name: ({ tenant_id, tenant_name }) =>
          tenant_id ? (
            <Link
              href={`${tenantPath(tenant_id)}/mails`}
              prefetch={false}
              className="rounded-sm hover:underline"
            >
              {tenant_name ?? 'A tenant'}
            </Link>
          ) : null,
      }}
      dialog={MailDialog}
      emptyText="Emails about calls, voicemail and faxes appear here, as each tenant’s settings ask for them."
    />
  )
}
