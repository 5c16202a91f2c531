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
import { saveRecord } from '@/lib/records/record-client'
import { getSupabase } from '@/lib/supabase/browser-client'
import { vendorOfMac } from '@/lib/telephony/provisioning/vendors'
import { formatDeviceMac, MAC_WANTED } from '@/lib/validation/mac'
import { OtherMaker } from './other-maker'

const ScanDialog = dynamic(() =>
  import('@/components/search/scan-dialog').then((module) => module.ScanDialog),
)

export type SwapDialogProps = {
  device: {
    id: string
    mac: string
    label: string
    vendor: string
    model: string
    tenant_id: string
    version: number
  }
  onClose: () => void
}

/** Puts another phone in the place of a broken one. One of another maker takes its own model and profile with it. */
export function SwapDialog({ device, onClose }: SwapDialogProps) {
  const [typed, setTyped] = useState('')
  const [chosenModel, setChosenModel] = useState<string>()
  const [profile, setProfile] = useState<string | null>(null)
  const [scanning, setScanning] = useState(false)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<{ field: 'mac' | 'model'; message: string }>()
  const refresh = useRefreshRecords()
  const mac = formatDeviceMac(typed)
  const { data: stock } = useStockItem(mac)
  const maker = mac ? vendorOfMac(mac) : undefined
  const other = maker && maker !== device.vendor ? maker : undefined
  const model = chosenModel ?? stock?.model ?? ''

  function type(text: string) {
    setTyped(text)
    setFailure(undefined)
  }

  async function swap() {
    if (!mac) return setFailure({ field: 'mac', message: MAC_WANTED })
    if (other && !model.trim())
      return setFailure({ field: 'model', message: `Choose the model of the ${other} phone.` })
    setSaving(true)
    setFailure(undefined)
    try {
      const values = other ? { mac, vendor: other, model: model.trim(), profile_id: profile } : { mac }
      const save = {
        id: device.id,
        tenantId: device.tenant_id,
        expectedVersion: device.version,
        values,
      }
      await saveRecord(await getSupabase(), { table: 'devices' }, save, Object.keys(values))
      void notify('success', `${device.label || device.mac} is now ${mac}`)
      onClose()
      await refresh()
    } catch (error) {
      setFailure({ field: 'mac', message: failureMessage(error) })
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
        description={`${device.label || 'This phone'} keeps its lines and keys. ${other ? `Its MAC address, ${device.mac}, its model and its profile are replaced.` : `Only its MAC address, ${device.mac}, is replaced.`} The old phone goes to RMA if it came from stock.`}
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
            error={failure?.field === 'mac' ? failure.message : undefined}
            hint={stock ? `In stock: ${stock.name}.` : undefined}
            required
          >
            <Input
              className="font-mono"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => type(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && void swap()}
            />
          </FormRow>
          <Button
            size="sm"
            className="self-start"
            icon={<ScanBarcode aria-hidden size={14} />}
            onClick={() => setScanning(true)}
          >
            Scan the barcode
          </Button>
          {mac === device.mac ? <Alert tone="warning">This phone already has that MAC address.</Alert> : null}
          {mac && !maker ? (
            <Alert tone="warning">
              The maker of {mac} is unknown. Swap only for another{' '}
              {`${device.vendor} ${device.model}`.trim() || 'phone of the same model'}. For any other phone,
              change the device’s vendor and model first.
            </Alert>
          ) : null}
          {other ? (
            <OtherMaker
              replaced={`${device.vendor} ${device.model}`.trim()}
              maker={other}
              model={model}
              error={failure?.field === 'model' ? failure.message : undefined}
              profile={profile}
              onModel={setChosenModel}
              onProfile={setProfile}
            />
          ) : null}
        </div>
      </Dialog>
      <ScanDialog
        open={scanning}
        onClose={() => setScanning(false)}
        onScan={(found) => {
          type(found)
          setScanning(false)
        }}
      />
    </>
  )
}
