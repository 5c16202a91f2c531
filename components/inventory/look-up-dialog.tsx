import Link from 'next/link'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { TenantChoice } from '@/components/common/tenant-choice'
import { CameraView } from '@/components/search/camera-view'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { FailureAlert } from '@/components/ui/failure-alert'
import { Skeleton } from '@/components/ui/skeleton'
import { useDeviceOwner, useStockItem } from '@/hooks/use-stock'
import { useSubmit } from '@/hooks/use-submit'
import { useWrite } from '@/hooks/use-write'
import { failureMessage } from '@/lib/errors'
import { readCode } from '@/lib/inventory/read-code'
import { checkOut } from '@/lib/inventory/stock-client'
import { tenantPath } from '@/lib/record-paths'
import { beep } from '@/lib/scan/beep'
import { noFileTextOf } from '@/lib/telephony/provisioning/vendors'
import { MacEntry } from './mac-entry'
import { StockStatus } from './stock-status'

/** Identifies a phone by its MAC barcode, and its owner. */
export function LookUpDialog({ onClose }: { onClose: () => void }) {
  const [mac, setMac] = useState<string>()
  const [typed, setTyped] = useState('')
  const [result, setResult] = useState('')
  const field = useRef<HTMLInputElement>(null)

  function take(value: string) {
    const code = readCode(value)
    if (code.kind === 'mac') {
      beep('good')
      setMac(code.mac)
    }
    setResult('')
    return code.kind === 'mac'
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Look up by scanning"
      description="Scan the barcode of a MAC address: on the phone’s back or on its box."
      footer={
        <>
          {mac ? <Button onClick={() => setMac(undefined)}>Scan another</Button> : null}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {mac ? (
        <>
          <SpokenName mac={mac} />
          <Found key={mac} mac={mac} />
        </>
      ) : (
        <div className="flex flex-col gap-3">
          <CameraView onRead={(value) => void (take(value) || setResult('Not a MAC address'))} />
          <MacEntry field={field} typed={typed} onType={setTyped} onEnter={take} action="Look up" />
          <p role="status" className="text-sm text-text-muted">
            {result}
          </p>
        </div>
      )}
    </Dialog>
  )
}

/** States of a phone that can become no tenant's device, as the state itself says. */
const NOBODYS: readonly string[] = ['rma', 'retired']

/** Says which phone was found to whoever does not see it: the camera and the field, which had the focus, are gone. */
function SpokenName({ mac }: { mac: string }) {
  const { data: item } = useStockItem(mac)
  return (
    <p role="status" className="sr-only">
      {item ? `Found: ${[item.name, item.company].filter(Boolean).join(', ')}` : ''}
    </p>
  )
}

function Found({ mac }: { mac: string }) {
  const { data: item, error } = useStockItem(mac)
  const [assignedTo, setAssignedTo] = useState<string | null>(null)
  if (error) return <Alert tone="danger">{failureMessage(error)}</Alert>
  if (item === undefined) return <Skeleton className="h-40" />
  if (item === null) {
    return <NotInStock mac={mac} />
  }
  // Of one that is a device already, its device says.
  const noFile = item.assignable || assignedTo ? noFileTextOf(mac) : undefined
  return (
    <div className="flex flex-col gap-4">
      <DescriptionList
        items={[
          { term: 'Name', details: item.name },
          { term: 'MAC address', details: <span className="code">{mac}</span> },
          { term: 'Model', details: item.model },
          { term: 'Serial number', details: item.serial },
          { term: 'Status', details: <StockStatus status={item.status} /> },
          { term: 'Company', details: item.company },
        ]}
      />
      {noFile ? (
        <Alert tone="warning" quiet>
          {noFile}
        </Alert>
      ) : null}
      {assignedTo ? (
        <Alert tone="success">
          {item.name} is now one of the tenant’s devices.{' '}
          <Link className="underline" href={devicePath(assignedTo, mac)}>
            Show it there
          </Link>
        </Alert>
      ) : item.assignable ? (
        <Assign id={item.id} onAssigned={setAssignedTo} />
      ) : item.status === 'deployed' ? (
        <NotAssignable mac={mac} />
      ) : item.company && !NOBODYS.includes(item.status) ? (
        <NotAssignable mac={mac}>
          It is kept for {item.company}, which has no tenant yet. It can be assigned once there is one.
        </NotAssignable>
      ) : null}
    </div>
  )
}

/** Whose device a phone is that cannot be assigned; why it cannot, if it is nobody's. */
function NotAssignable({ mac, children }: { mac: string; children?: ReactNode }) {
  const { data: owner, error } = useDeviceOwner(mac)
  if (error) return <Alert tone="danger">{failureMessage(error)}</Alert>
  if (owner === undefined) return <Skeleton className="h-12" />
  if (!owner && !children) return null
  return <Alert role="status">{owner ? <Owner {...owner} mac={mac} /> : children}</Alert>
}

/** Whose device a phone is that Inventory does not know. */
function NotInStock({ mac }: { mac: string }) {
  const { data: owner, error } = useDeviceOwner(mac)
  if (error) return <Alert tone="danger">{failureMessage(error)}</Alert>
  if (owner === undefined) return <Skeleton className="h-40" />
  return (
    <Alert role="status">
      <span className="code">{mac}</span> is not in Inventory.{' '}
      {owner ? <Owner {...owner} mac={mac} /> : 'Receive it, or add it on a tenant’s Devices page.'}
    </Alert>
  )
}

function Owner({ tenant, name, mac }: { tenant: string; name: string; mac: string }) {
  return (
    <>
      It is a device of {name}.{' '}
      <Link className="underline" href={devicePath(tenant, mac)}>
        Show it there
      </Link>
    </>
  )
}

const devicePath = (tenant: string, mac: string) =>
  `${tenantPath(tenant)}/devices?q=${encodeURIComponent(mac)}`

/** Assigns the phone to a tenant, as one of its devices. */
function Assign({ id, onAssigned }: { id: string; onAssigned: (tenant: string) => void }) {
  const write = useWrite()
  const [tenant, setTenant] = useState<string | null>(null)
  const { attempt, working, failure } = useSubmit()

  function assign(event: SyntheticEvent) {
    event.preventDefault()
    if (!tenant) return
    void attempt(() =>
      write(async (supabase) => {
        await checkOut(supabase, id, tenant)
        onAssigned(tenant)
      }),
    )
  }

  return (
    <form onSubmit={assign} className="flex flex-col gap-3">
      <FailureAlert text={failure} />
      <TenantChoice label="Assign to the tenant" value={tenant} onChange={setTenant} disabled={working} />
      <Button type="submit" variant="primary" className="self-start" loading={working} disabled={!tenant}>
        Assign
      </Button>
    </form>
  )
}
