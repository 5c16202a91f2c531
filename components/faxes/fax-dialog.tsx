import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { useMember } from '@/hooks/use-member'
import { useRecord } from '@/hooks/use-record'
import { useDownload } from '@/hooks/use-recordings'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import { formatDateTime } from '@/lib/dates/format'
import { FAXES_BUCKET } from '@/lib/recordings/object-path'
import type { RowOf } from '@/lib/records/resource'
import { fax } from '@/lib/resources/fax'
import { may } from '@/lib/session/permissions'
import { dataOf } from '@/lib/supabase/answer'
import { shownNumber } from '@/lib/telephony/routing/record'
import { FaxState } from './fax-state'

type Row = RowOf<typeof fax>

/** A fax: downloaded as PDF, deleted. */
export function FaxDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRecord(fax, id)
  const received = query.data as Row | null | undefined
  const tenantId = useCurrentTenantId()
  const { permissions } = useMember()
  const write = useWrite()
  const [deleting, setDeleting] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={received ? `Fax for ${received.box}` : 'Fax'}
      footer={
        <>
          {received && may(permissions, 'telephony', 'delete') ? (
            <Button
              className="mr-auto"
              variant="danger"
              icon={<Trash2 aria-hidden size={14} />}
              onClick={() => setDeleting(true)}
            >
              Delete
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Loaded query={query} empty={<EmptyState title="This fax is gone">It was deleted.</EmptyState>}>
        {(stored) => <Content received={stored as Row} />}
      </Loaded>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        zIndex={60}
        title="Delete this fax?"
        confirmLabel="Delete"
        onConfirm={async () => {
          await write(async (supabase) => {
            const deletion = supabase.from('faxes').delete().eq('tenant_id', tenantId).eq('id', id)
            dataOf(await deletion.select('id'))
          }, 'The fax was deleted.')
          onClose()
        }}
      >
        This cannot be undone. What was mailed stays with whoever has it.
      </ConfirmDialog>
    </Dialog>
  )
}

function Content({ received }: { received: Row }) {
  const {
    id,
    tenant_id,
    from_number: number,
    from_station: station,
    received_at,
    pages,
    path,
    problem,
  } = received
  const download = useDownload()
  return (
    <div className="flex flex-col gap-4">
      <DescriptionList
        items={[
          { term: 'State', details: <FaxState fax={received} /> },
          {
            term: 'From',
            details: [number ? shownNumber(number) : 'Unknown number', station !== number && station]
              .filter(Boolean)
              .join(', '),
          },
          { term: 'When', details: formatDateTime(received_at) },
          { term: 'Pages', details: pages },
        ]}
      />
      {problem ? (
        <Alert tone="warning" title={path ? 'It may not be all of it' : 'No page came'}>
          {problem}
        </Alert>
      ) : null}
      {path ? (
        <div>
          <Button
            icon={<Download aria-hidden size={14} />}
            onClick={() =>
              download(
                { bucket: FAXES_BUCKET, path, fax: { id, tenantId: tenant_id } },
                `fax ${received_at.slice(0, 16).replaceAll(':', '-')}.pdf`,
              )
            }
          >
            Download
          </Button>
        </div>
      ) : null}
    </div>
  )
}
