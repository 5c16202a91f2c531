import { ListPlus, UserPlus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { BulkAction } from '@/components/records/bulk-action'
import { ResourcePage } from '@/components/records/resource-page'
import { SeatUsage } from '@/components/tenants/seat-usage'
import { TenantSuspense } from '@/components/tenants/tenant-suspense'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { lateDialog, latePart } from '@/components/ui/late-code'
import type { MenuEntry } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { TextLink } from '@/components/ui/text-link'
import { useMember } from '@/hooks/use-member'
import { prefetchRecords } from '@/hooks/use-record-query'
import { useCurrentTenantId, useCurrentTenantToShow } from '@/hooks/use-tenant'
import { useAction } from '@/hooks/use-write'
import { tenantPath } from '@/lib/record-paths'
import { setOnAll } from '@/lib/records/record-client'
import { extension } from '@/lib/resources/extension'
import { may } from '@/lib/session/permissions'
import { type ExtensionRow, newExtension, suspendExtension } from '@/lib/telephony/extension-client'
import { LOST_WITH_EXTENSIONS } from '@/lib/telephony/lost-voicemail'
import { countOf } from '@/lib/words'
import { EXTENSION_CELLS } from './extension-cells'

const ExtensionEditor = dynamic(() => import('./extension-editor').then((module) => module.ExtensionEditor), {
  loading: latePart(<Skeleton className="h-96 w-full" />),
})
const DeleteExtension = lateDialog(
  dynamic(() => import('./delete-extension').then((module) => module.DeleteExtension)),
)
const NewHireDialog = lateDialog(
  dynamic(() => import('./new-hire-dialog').then((module) => module.NewHireDialog)),
)
const MissingPins = lateDialog(dynamic(() => import('./missing-pins').then((module) => module.MissingPins)))
const RangeDialog = lateDialog(dynamic(() => import('./range-dialog').then((module) => module.RangeDialog)))
const PhonesDialog = lateDialog(
  dynamic(() => import('@/components/phones/phones-dialog').then((module) => module.PhonesDialog)),
)
const RenumberDialog = lateDialog(
  dynamic(() => import('./renumber-dialog').then((module) => module.RenumberDialog)),
)

const BULK_ACTIONS: readonly BulkAction<ExtensionRow>[] = [
  {
    label: 'Suspend',
    question: (count) =>
      `${extensions(count)} will neither ring nor place calls, except emergency calls. Numbers, seats and settings are kept.`,
    act: suspension(true),
  },
  {
    label: 'Resume',
    question: (count) => `${extensions(count)} will ring and place calls again.`,
    act: suspension(false),
  },
]

function suspension(suspended: boolean): BulkAction<ExtensionRow>['act'] {
  return (supabase, rows, _chosen, run) => setOnAll(supabase, extension, rows, { suspended }, run)
}

/** A tenant's extensions: the list, ranges of new ones, suspension and renumbering. */
export function ExtensionsPage() {
  const tenantId = useCurrentTenantId()
  const { permissions } = useMember()
  const [phonesShown, setPhonesShown] = useState<ExtensionRow | null>(null)
  const { act } = useAction()
  const [addingRange, setAddingRange] = useState(false)
  const [hiring, setHiring] = useState(false)
  const [renumbering, setRenumbering] = useState<ExtensionRow | null>(null)
  const [pinless, setPinless] = useState<readonly string[]>([])
  const mayEdit = may(permissions, 'telephony', 'edit')
  const mayCreate = may(permissions, 'telephony', 'create')

  const setSuspended = (row: ExtensionRow, suspended: boolean) =>
    act(
      (supabase) => suspendExtension(supabase, row, suspended),
      `${extension.label(row)} is ${suspended ? 'suspended' : 'back in service'}`,
    )

  function rowActions(row: ExtensionRow): MenuEntry[] {
    const test: MenuEntry = {
      kind: 'link',
      label: 'Test a number',
      href: `${tenantPath(tenantId)}/dids/outbound?from=${row.id}`,
    }
    const shown: MenuEntry = { kind: 'action', label: 'Phones…', onSelect: () => setPhonesShown(row) }
    const voicemail: MenuEntry = {
      kind: 'link',
      label: 'Voicemail',
      href: `${tenantPath(tenantId)}/voicemail?extension_id=${row.id}`,
    }
    if (!mayEdit) return [test, shown, voicemail]
    return [
      test,
      shown,
      voicemail,
      { kind: 'action', label: 'Renumber…', onSelect: () => setRenumbering(row) },
      row.suspended
        ? { kind: 'action', label: 'Resume', onSelect: () => void setSuspended(row, false) }
        : { kind: 'action', label: 'Suspend', onSelect: () => void setSuspended(row, true) },
    ]
  }

  return (
    <>
      <ResourcePage
        resource={extension}
        newValues={(supabase) => newExtension(supabase, tenantId)}
        cells={EXTENSION_CELLS}
        editor={ExtensionEditor}
        editorSize="xl"
        rowActions={rowActions}
        deleteDialog={DeleteExtension}
        deletesForGood={LOST_WITH_EXTENSIONS}
        bulkActions={[
          ...BULK_ACTIONS,
          { label: 'Assign PINs', onSelect: (rows) => setPinless(rows.map((row) => row.extension)) },
        ]}
        onImported={(added) => setPinless(added.map((row) => String(row.extension)))}
        above={<SeatNotice />}
        actions={
          mayCreate ? (
            <TenantSuspense fallback={null}>
              <SeatButtons onHire={() => setHiring(true)} onRange={() => setAddingRange(true)} />
            </TenantSuspense>
          ) : null
        }
        emptyText="Every phone, desk or person that takes calls needs an extension. Add one, or a whole range at once."
      />
      {phonesShown ? (
        <PhonesDialog
          owner={phonesShown.id}
          name={extension.label(phonesShown)}
          onClose={() => setPhonesShown(null)}
        />
      ) : null}
      {hiring ? <NewHireDialog onClose={() => setHiring(false)} /> : null}
      {addingRange ? <RangeDialog onClose={() => setAddingRange(false)} /> : null}
      {pinless.length > 0 ? <MissingPins numbers={pinless} onClose={() => setPinless([])} /> : null}
      {renumbering ? <RenumberDialog row={renumbering} onClose={() => setRenumbering(null)} /> : null}
    </>
  )
}
ExtensionsPage.ahead = prefetchRecords(extension)

/** Actions that use a seat; once all are taken, the notice below explains what to do. */
function SeatButtons({ onHire, onRange }: { onHire: () => void; onRange: () => void }) {
  const { extensions: used, extension_limit: licensed } = useCurrentTenantToShow()
  if (used >= licensed) return null
  return (
    <>
      <Button icon={UserPlus} onClick={onHire}>
        New hire
      </Button>
      <Button icon={ListPlus} onClick={onRange}>
        Add a range
      </Button>
    </>
  )
}

function extensions(count: number): string {
  return countOf(count, 'extension')
}

/** Seats used of those purchased; says when no more extensions can be added. */
function SeatNotice() {
  return (
    <TenantSuspense fallback={<Skeleton className="mb-3 h-4 w-40" />}>
      <Seats />
    </TenantSuspense>
  )
}

function Seats() {
  const { id, extensions: used, extension_limit: licensed } = useCurrentTenantToShow()
  const { permissions } = useMember()
  if (used >= licensed) {
    return (
      <Alert tone="warning" quiet className="mb-3">
        This tenant has {used} of {licensed} extension seats in use. Before a new hire or any other extension,{' '}
        {may(permissions, 'billing') ? (
          <>
            free a seat or add more under <TextLink href={`${tenantPath(id)}/licensing`}>Licensing</TextLink>.
          </>
        ) : (
          'delete one that nobody needs, or ask an admin to add seats under Licensing.'
        )}
      </Alert>
    )
  }
  return (
    <p className="mb-3 flex items-center gap-2 text-sm text-text-muted">
      Seats <SeatUsage used={used} licensed={licensed} />
    </p>
  )
}
