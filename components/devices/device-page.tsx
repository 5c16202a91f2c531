import { ArrowLeftRight, FileText, Phone, PhoneIncoming, Server } from 'lucide-react'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState } from 'nuqs'
import { useCallback, useRef, useState } from 'react'
import { Moment } from '@/components/common/relative-time'
import { PhoneState } from '@/components/phones/phone-state'
import type { BulkAction } from '@/components/records/bulk-action'
import { ResourcePage } from '@/components/records/resource-page'
import { Button } from '@/components/ui/button'
import { lateDialog, latePart } from '@/components/ui/late-code'
import type { MenuEntry } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { prefetchRecords } from '@/hooks/use-record-query'
import type { RowOf } from '@/lib/records/resource'
import { device, KEEPS_CALLING } from '@/lib/resources/device'
import { may } from '@/lib/session/permissions'
import { DEVICE_LINES } from '@/lib/supabase/constraints'
import { setTransport } from '@/lib/telephony/phones-client'
import type { Transport } from '@/lib/telephony/provisioning/configuration'
import { noFileFor } from '@/lib/telephony/provisioning/models'
import { countOf } from '@/lib/words'
import { type ScannedPhone, ScanToAdd } from './scan-to-add'
import { TakeScannedPhone } from './scanned-phone'

const DeviceEditor = dynamic(() => import('./device-editor').then((module) => module.DeviceEditor), {
  loading: latePart(<Skeleton className="h-96 w-full" />),
})
const DeleteDevice = lateDialog(
  dynamic(() => import('./delete-device').then((module) => module.DeleteDevice)),
)
const FileDialog = lateDialog(dynamic(() => import('./file-dialog').then((module) => module.FileDialog)))
const ServerDialog = lateDialog(
  dynamic(() => import('./server-dialog').then((module) => module.ServerDialog)),
)
const UnknownPhones = lateDialog(
  dynamic(() => import('./unknown-phones').then((module) => module.UnknownPhones)),
)
const PhonesDialog = lateDialog(
  dynamic(() => import('@/components/phones/phones-dialog').then((module) => module.PhonesDialog)),
)
const SwapDialog = lateDialog(dynamic(() => import('./swap-dialog').then((module) => module.SwapDialog)))

type Device = RowOf<typeof device>

const BULK_ACTIONS = DEVICE_LINES.transport.choices.map(transportAction)

const CELLS = {
  vendor: ({ vendor, model }: Device) => `${vendor} ${model}`.trim() || null,
  profile_id: ({ profile_name }: Device) => profile_name,
  last_provisioned_at: ({ last_provisioned_at: at, vendor, model }: Device) =>
    at ? (
      <Moment at={at} />
    ) : (
      <span className="text-text-muted">{noFileFor(vendor, model) ? 'No file' : 'Never'}</span>
    ),
  is_registered: ({ id }: Device) => <PhoneState of={id} />,
}

/** A tenant's phones: scanned in, added from those that asked in vain, swapped, and whether they are registered. */
export function DevicePage() {
  const { permissions } = useMember()
  const scanned = useRef<ScannedPhone | null>(null)
  const takeScanned = useCallback(() => {
    const phone = scanned.current
    scanned.current = null
    return phone
  }, [])
  const [shown, setShown] = useState<Device | null>(null)
  const [serverShown, setServerShown] = useState(false)
  const [unknownShown, setUnknownShown] = useState(false)
  const [, setRecord] = useQueryState('record', parseAsString.withOptions({ history: 'push' }))
  const mayCreate = may(permissions, 'telephony', 'create')
  const [phonesShown, setPhonesShown] = useState<Device | null>(null)
  const [swapped, setSwapped] = useState<Device | null>(null)

  const remember = (phone: ScannedPhone) => {
    scanned.current = phone
  }

  function addUnknown(phone: Omit<ScannedPhone, 'profile'>) {
    remember({ ...phone, profile: null })
    setUnknownShown(false)
    void setRecord('new')
  }

  const rowActions = (row: Device): MenuEntry[] => [
    {
      kind: 'action',
      label: 'Configuration file',
      icon: FileText,
      onSelect: () => setShown(row),
    },
    {
      kind: 'action',
      label: 'Phones…',
      icon: Phone,
      onSelect: () => setPhonesShown(row),
    },
    ...(may(permissions, 'telephony', 'edit')
      ? [
          {
            kind: 'action' as const,
            label: 'Swap the phone…',
            icon: ArrowLeftRight,
            onSelect: () => setSwapped(row),
          },
        ]
      : []),
  ]

  return (
    <TakeScannedPhone value={takeScanned}>
      <ResourcePage
        resource={device}
        cells={CELLS}
        editor={DeviceEditor}
        editorSize="xl"
        deleteDialog={DeleteDevice}
        deletesForGood={`A phone ${KEEPS_CALLING}`}
        rowActions={rowActions}
        bulkActions={BULK_ACTIONS}
        actions={
          <>
            <Button icon={Server} onClick={() => setServerShown(true)}>
              Provisioning server
            </Button>
            <Button icon={PhoneIncoming} onClick={() => setUnknownShown(true)}>
              Unknown phones
            </Button>
            {mayCreate ? <ScanToAdd onScanned={remember} /> : null}
          </>
        }
        emptyText="Scan the barcodes of the phones’ MAC addresses, or add them one by one."
      />
      {shown ? (
        <FileDialog deviceId={shown.id} name={device.label(shown)} onClose={() => setShown(null)} />
      ) : null}
      {serverShown ? <ServerDialog onClose={() => setServerShown(false)} /> : null}
      {unknownShown ? (
        <UnknownPhones onAdd={mayCreate ? addUnknown : undefined} onClose={() => setUnknownShown(false)} />
      ) : null}
      {phonesShown ? (
        <PhonesDialog
          owner={phonesShown.id}
          name={device.label(phonesShown)}
          onClose={() => setPhonesShown(null)}
        />
      ) : null}
      {swapped ? <SwapDialog device={swapped} onClose={() => setSwapped(null)} /> : null}
    </TakeScannedPhone>
  )
}
DevicePage.ahead = prefetchRecords(device)

function transportAction(transport: Transport): BulkAction<Device> {
  const name = transport.toUpperCase()
  return {
    label: `Use ${name}`,
    question: (count) => `All lines of ${countOf(count, 'device')} will register over ${name}.`,
    async act(supabase, rows, _chosen, run) {
      const devices = rows.map(({ id }) => id)
      await setTransport(supabase, { tenant: rows[0]?.tenant_id ?? '', devices, transport, run })
      return new Map()
    },
  }
}
