import { MessageCircleQuestion } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { TenantTime } from '@/components/common/tenant-time'
import { NumberStatus } from '@/components/numbers/number-status'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { ResourcePage } from '@/components/records/resource-page'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { FormSection } from '@/components/ui/form-section'
import { lateDialog } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { useDestinations } from '@/hooks/use-destinations'
import { useMember } from '@/hooks/use-member'
import { prefetchRecords } from '@/hooks/use-record-query'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { mayEditNotes } from '@/lib/notes/permissions'
import { numbersForTenantPath } from '@/lib/record-paths'
import type { RecordRow } from '@/lib/records/field'
import { did } from '@/lib/resources/did'
import { may } from '@/lib/session/permissions'
import type { Tables } from '@/lib/supabase/database.types'
import { DidConditions } from './did-conditions'
import { e911BulkActions } from './e911-bulk'
import { E911Record } from './e911-record'
import { E911State } from './e911-state'
import { E911Steps } from './e911-steps'
import { moveToTenant } from './move-numbers'
import { OverrideFields } from './override-fields'

const RequestNumbers = lateDialog(
  dynamic(() => import('./request-numbers').then((module) => module.RequestNumbers)),
)

type InboundRow = Tables<'dids'> & { routed_to_id: string | null; overridden: boolean; routed: boolean }

/** A tenant's numbers: where they lead, and their 911 registration. */
export function InboundPage() {
  const tenantId = useCurrentTenantId()
  const { permissions } = useMember()
  const [asking, setAsking] = useState(false)
  const mayAdd = may(permissions, 'numbers', 'edit')

  return (
    <>
      <E911Steps>
        {(entriesOf) => (
          <ResourcePage
            resource={did}
            editor={InboundEditor}
            editorSize="xl"
            cells={{
              routed_to_id: (row) => <RoutesTo row={row as InboundRow} />,
              e911_state: ({ e911_state, e911_reason }) => (
                <E911State state={e911_state} reason={e911_reason} />
              ),
              enabled: ({ enabled, status }) =>
                enabled && status !== 'assigned' ? <NumberStatus status={status} /> : null,
              record: ({ record }) =>
                record ? <Badge tone="info">Recorded</Badge> : <span className="text-text-muted">No</span>,
            }}
            rowActions={entriesOf}
            bulkActions={[
              ...(may(permissions, 'telephony', 'edit') ? e911BulkActions : []),
              ...(mayAdd ? [moveToTenant] : []),
            ]}
            actions={
              mayAdd ? (
                <LinkButton href={numbersForTenantPath(tenantId)}>Add from stock</LinkButton>
              ) : mayEditNotes(permissions, 'tenant') ? (
                <Button icon={MessageCircleQuestion} onClick={() => setAsking(true)}>
                  Request numbers
                </Button>
              ) : null
            }
            emptyText={
              mayAdd
                ? 'Numbers are assigned to the tenant in Numbers. They appear here, ready to be routed.'
                : 'Numbers appear here, ready to be routed, once they are assigned to the tenant. Use “Request numbers” to request some.'
            }
          />
        )}
      </E911Steps>
      {asking ? <RequestNumbers onClose={() => setAsking(false)} /> : null}
    </>
  )
}
InboundPage.ahead = prefetchRecords(did)

function RoutesTo({
  row: { routed_to_id: id, overridden, override_until: until, routed },
}: {
  row: InboundRow
}) {
  const { byId, labelOf } = useDestinations([id])
  if (!id) return routed ? <span>By caller only</span> : <Badge tone="warning">Nowhere</Badge>
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <span className="inline-block max-w-72 truncate align-bottom">{labelOf(id)}</span>
      {byId.get(id)?.enabled === false ? <Badge tone="danger">Unavailable</Badge> : null}
      {overridden && until ? (
        <Badge tone="info">
          until <TenantTime at={until} />
        </Badge>
      ) : null}
    </span>
  )
}

/** A number's routing: its destination, by caller and for a limited time, and call options. */
function InboundEditor({ resource, stored, mayEdit }: EditorProps) {
  return (
    <>
      <FormSection title="Where calls go">
        <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
          <Fields of={resource} names={['destination_id', 'description']} />
        </div>
        <DidConditions mayEdit={mayEdit} />
        <OverrideFields />
      </FormSection>
      {stored ? (
        <FormSection title="911">
          <E911Record did={stored as RecordRow & Tables<'dids'>} />
        </FormSection>
      ) : null}
      <FormSection title="On the phones" columns>
        <Fields
          of={resource}
          names={['caller_id_prefix', 'distinctive_ring', 'hold_music_recording_id', 'account_code']}
        />
      </FormSection>
      <FormSection title="What it is for" columns>
        <Fields of={resource} names={['voice', 'record', 'fax', 'emergency', 'text_messages', 'enabled']} />
      </FormSection>
    </>
  )
}
