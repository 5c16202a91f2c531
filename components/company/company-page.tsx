import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { RecordForm } from '@/components/records/record-form'
import { SuperadminNav } from '@/components/staff/superadmin-nav'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/description-list'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { useCompanyProfile } from '@/hooks/use-company-profile'
import { useMember } from '@/hooks/use-member'
import { zoneName } from '@/lib/dates/zones'
import { PRODUCT_NAME } from '@/lib/product'
import type { RecordRow } from '@/lib/records/field'
import { companyProfile } from '@/lib/resources/company-profile'
import { may } from '@/lib/session/permissions'

/** The provider's own company, as its customers read it on quotes and invoices. */
export function CompanyPage() {
  const { permissions, retry: checkStanding } = useMember()
  const profile = useCompanyProfile()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  function saved() {
    close()
    // The standing has the zone of the business day.
    checkStanding()
  }
  return (
    <>
      <PageHeader
        title="Company"
        description="Your own company: the sender of quotes, invoices and emails to customers."
        actions={
          profile.data && may(permissions, 'superadmin', 'edit') ? (
            <Button variant="primary" onClick={() => setOpen(true)}>
              Edit
            </Button>
          ) : null
        }
      />
      <SuperadminNav />
      <Loaded
        query={profile}
        title="The company could not be loaded"
        empty={
          <EmptyState
            title="Your company’s details are missing"
            action={
              may(permissions, 'superadmin', 'create') ? (
                <Button variant="primary" onClick={() => setOpen(true)}>
                  Add them
                </Button>
              ) : null
            }
          >
            {`Until you add them, quotes and invoices are from “${PRODUCT_NAME}”, without an address or how to pay.`}
          </EmptyState>
        }
      >
        {(stored) => (
          <Card title={stored.name}>
            <DescriptionList
              items={companyProfile.fields
                .filter(({ name }) => name !== 'name')
                .map(({ name, label }) => ({
                  term: label,
                  details: textIn(stored, name) && (
                    <span className="whitespace-pre-line">{textIn(stored, name)}</span>
                  ),
                }))}
            />
            <p className="mt-4 text-sm text-text-muted">
              Drafts pick up changes when they are run or saved. Sent quotes and issued invoices do not
              change. Calls are counted and charged by the days of each tenant’s own time zone.
            </p>
          </Card>
        )}
      </Loaded>
      {open && profile.data !== undefined ? (
        <RecordForm resource={companyProfile} stored={profile.data} onClose={close} onSaved={saved} />
      ) : null}
    </>
  )
}

function textIn(row: RecordRow, name: string) {
  const text = row[name] as string | null
  return text && name === 'time_zone' ? zoneName(text) : text
}
