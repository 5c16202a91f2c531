import { Download } from 'lucide-react'
import { callerText } from '@/components/common/caller'
import { ReadOnlyRecord } from '@/components/common/read-only-record'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/description-list'
import { useFileDownload } from '@/hooks/use-stored-file'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { formatDateTime } from '@/lib/dates/format'
import { fileTime } from '@/lib/dates/wall-input'
import { FAXES_BUCKET } from '@/lib/recordings/object-path'
import { fax } from '@/lib/resources/fax'
import { FaxMails } from './fax-mails'
import { FaxState } from './fax-state'

/** A fax and whom it was emailed to: downloaded as PDF, deleted. */
export function FaxDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { download, pending } = useFileDownload()
  const { time_zone: zone } = useCurrentTenant()
  return (
    <ReadOnlyRecord
      resource={fax}
      id={id}
      title={({ box }) => `Fax for ${box}`}
      gone="It was deleted."
      deletion="This cannot be undone. Copies that were already emailed are not affected."
      onClose={onClose}
    >
      {({ path, problem, tenant_id: tenantId, ...received }) => (
        <>
          <DescriptionList
            items={[
              { term: 'State', details: <FaxState fax={{ path, problem }} /> },
              { term: 'From', details: callerText(received.from_number, received.from_station) },
              { term: 'When', details: formatDateTime(received.received_at) },
              { term: 'Pages', details: received.pages },
              ...(path ? [{ term: 'Emailed to', details: <FaxMails faxId={id} tenantId={tenantId} /> }] : []),
            ]}
          />
          {problem ? (
            <Alert tone="warning" title={path ? 'This fax may be incomplete' : 'No pages received'}>
              {problem}
            </Alert>
          ) : null}
          {path ? (
            <div>
              <Button
                icon={Download}
                loading={pending}
                onClick={() =>
                  download(
                    { bucket: FAXES_BUCKET, path, fax: { id, tenantId } },
                    `fax ${fileTime(zone, received.received_at)}.pdf`,
                  )
                }
              >
                Download
              </Button>
            </div>
          ) : null}
        </>
      )}
    </ReadOnlyRecord>
  )
}
