import { ScanBarcode } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useStockItem } from '@/hooks/use-phone-configuration'
import { useRefreshRecords } from '@/hooks/use-record'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { saveRecord } from '@/lib/resources/record-client'
import { getSupabase } from '@/lib/supabase/browser-client'
import { formatDeviceMac, MAC_WANTED } from '@/lib/validation/mac'

const ScanDialog = dynamic(() =>
  import('@/components/search/scan-dialog').then((module) => module.ScanDialog),
)

export type SwapDialogProps = {
  device: { id: string; mac: string; label: string; tenant_id: string; version: number }
  onClose: () => void
}

/** Puts another phone in the place of a broken one: everything stays but the MAC address. */
export function SwapDialog({ device, onClose }: SwapDialogProps) {
  const [typed, setTyped] = useState('')
  const [scanning, setScanning] = useState(false)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const refresh = useRefreshRecords()
  const mac = formatDeviceMac(typed)
  const { data: stock } = useStockItem(mac)

  async function swap() {
    if (!mac) return setFailure(MAC_WANTED)
    setSaving(true)
    setFailure(undefined)
    try {
      const save = {
        id: device.id,
        tenantId: device.tenant_id,
        expectedVersion: device.version,
        values: { mac },
      }
      await saveRecord(await getSupabase(), { table: 'devices' }, save, ['mac'])
      void notify('success', `${device.label || device.mac} is now ${mac}`)
      onClose()
      await refresh()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        title="Swap the phone"
        description={`${device.label || 'This phone'} keeps its lines, profile and keys; its MAC address ${device.mac} is replaced. A stock item that it was goes to RMA.`}
        dismissable={!saving}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" loading={saving} onClick={swap}>
              Swap
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          <FormRow
            label="New MAC address"
            error={failure}
            hint={stock ? `In stock: ${stock.name}.` : undefined}
            required
          >
            <Input
              className="font-mono"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && void swap()}
            />
          </FormRow>
          <Button
            size="sm"
            className="self-start"
            icon={<ScanBarcode aria-hidden size={14} />}
            onClick={() => setScanning(true)}
          >
            Scan its barcode
          </Button>
          {mac === device.mac ? <Alert tone="warning">That is the phone it is already.</Alert> : null}
        </div>
      </Dialog>
      <ScanDialog
        open={scanning}
        onClose={() => setScanning(false)}
        onScan={(found) => {
          setTyped(found)
          setScanning(false)
        }}
      />
    </>
  )
}
