import { ScanBarcode } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { lateDialog } from '@/components/ui/late-code'
import { Select } from '@/components/ui/select'
import { useProfilesOf } from '@/hooks/use-phone-configuration'
import { useStockItem } from '@/hooks/use-stock'
import { noRefresh, useWrite } from '@/hooks/use-write'
import { findStock } from '@/lib/inventory/stock-client'
import { stockHint } from '@/lib/inventory/stock-item-text'
import { saveRecord } from '@/lib/records/record-client'
import { KEEPS_CALLING } from '@/lib/resources/device'
import { DEVICES } from '@/lib/supabase/constraints'
import { deviceLines } from '@/lib/telephony/phones-client'
import { linesRefusal, modelsOf, noFileFor } from '@/lib/telephony/provisioning/models'
import { noFileText, vendorOfMac, VENDORS } from '@/lib/telephony/provisioning/vendors'
import { formatDeviceMac, MAC_WANTED } from '@/lib/validation/mac'

const ScanDialog = lateDialog(
  dynamic(() => import('@/components/search/scan-dialog').then((module) => module.ScanDialog)),
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

/**
 * What is known and chosen of the new phone. Its model is that of the stock item, or of the old phone, unless changed; a phone of
 * another vendor (`other`) gets its own model and profile.
 */
function useNewPhone(device: SwapDialogProps['device']) {
  const [typed, setTyped] = useState('')
  const [chosenVendor, setChosenVendor] = useState('')
  const [chosenModel, setChosenModel] = useState<{ of: string | null | undefined; name: string }>()
  const [profile, setProfile] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ field: 'mac' | 'model'; message: string }>()
  const write = useWrite()
  const read = useWrite(noRefresh)
  const mac = formatDeviceMac(typed)
  const { data: stock } = useStockItem(mac, device.tenant_id)
  const known = mac && vendorOfMac(mac)
  const maker = known ?? (mac && (chosenVendor || device.vendor || undefined))
  const other = maker && maker !== device.vendor ? maker : undefined
  // A model belongs to its maker.
  const modelFor = (item: typeof stock) =>
    chosenModel && chosenModel.of === maker ? chosenModel.name : item?.model || (other ? '' : device.model)
  const model = modelFor(stock)

  function type(text: string) {
    setTyped(text)
    setFailure(undefined)
  }

  function setModel(name: string) {
    setChosenModel({ of: maker, name })
    setFailure(undefined)
  }

  async function swap() {
    if (mac === device.mac) {
      setFailure({
        field: 'mac',
        message: 'This is the MAC address of the current phone. Enter the new phone’s.',
      })
      return false
    }
    if (!mac) {
      setFailure({ field: 'mac', message: MAC_WANTED })
      return false
    }
    // A scanner ends the address with Enter, before it is known what is in stock.
    const item =
      stock === undefined ? await read((supabase) => findStock(supabase, mac, device.tenant_id)) : stock
    const newModel = modelFor(item).trim()
    if (other && !newModel) {
      setFailure({ field: 'model', message: `Choose the model of the ${other} phone.` })
      return false
    }
    setFailure(undefined)
    if (other || newModel !== device.model) {
      const lines = await read((supabase) => deviceLines(supabase, device.id))
      const refusal = linesRefusal(maker ?? '', newModel, lines)
      if (refusal) {
        setFailure({ field: 'model', message: refusal })
        return false
      }
    }
    const values = {
      mac,
      // The new phone's is known from stock, or not at all.
      serial_number: '',
      ...(maker && { model: newModel }),
      ...(other && { vendor: other, profile_id: profile }),
    }
    const { id, tenant_id: tenantId, version: expectedVersion } = device
    await write(
      (supabase) => saveRecord(supabase, { table: 'devices' }, { id, tenantId, expectedVersion, values }),
      `${device.label || device.mac} is now ${mac}`,
    )
    return true
  }

  return {
    typed,
    type,
    mac,
    stock,
    known,
    maker,
    other,
    model,
    setModel,
    profile,
    setProfile,
    setVendor(vendor: string) {
      setChosenVendor(vendor)
      setProfile(null)
    },
    errorAt: (field: 'mac' | 'model') => (failure?.field === field ? failure.message : undefined),
    swap,
  }
}

/** Replaces a broken phone. */
export function SwapDialog({ device, onClose }: SwapDialogProps) {
  const [scanning, setScanning] = useState(false)
  const models = useId()
  const phone = useNewPhone(device)
  const { typed, type, mac, stock, known, maker, other, model, errorAt } = phone

  return (
    <>
      <FormDialog
        title="Swap the phone"
        description={`${device.label || 'This phone'} keeps its lines and keys. ${replaced(device.mac, Boolean(other), model.trim() !== device.model)} The old phone goes to RMA if it came from stock, and ${KEEPS_CALLING}`}
        submitLabel="Swap"
        dirty={typed !== ''}
        draft={null}
        onSave={phone.swap}
        onClose={onClose}
      >
        <FormRow
          label="New MAC address"
          error={errorAt('mac')}
          hint={stock ? stockHint(stock) : undefined}
          required
        >
          <Input
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </FormRow>
        <Button size="sm" className="self-start" icon={ScanBarcode} onClick={() => setScanning(true)}>
          Scan the barcode
        </Button>
        {mac && !known ? (
          <FormRow label="Vendor" hint="Its MAC address does not say who made it.">
            <Select
              options={VENDORS.map((name) => ({ value: name, label: name }))}
              placeholder="Unknown"
              value={maker ?? ''}
              onChange={(event) => phone.setVendor(event.target.value)}
            />
          </FormRow>
        ) : null}
        {other ? <OtherMaker replaced={`${device.vendor} ${device.model}`.trim()} maker={other} /> : null}
        {maker ? (
          <FormRow
            label="Model"
            error={errorAt('model')}
            hint={noFileText(maker) ? undefined : noFileFor(maker, model)}
            required={other !== undefined}
          >
            <Input
              list={models}
              autoComplete="off"
              maxLength={DEVICES.model.maxLength}
              value={model}
              onChange={(event) => phone.setModel(event.target.value)}
            />
            <datalist id={models}>
              {modelsOf(maker).map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </FormRow>
        ) : null}
        {other ? <ProfileChoice maker={other} value={phone.profile} onChange={phone.setProfile} /> : null}
      </FormDialog>
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

function replaced(mac: string, otherMaker: boolean, otherModel: boolean): string {
  if (otherMaker) return `Its MAC address, ${mac}, its serial number, its model and its profile are replaced.`
  return otherModel
    ? `Its MAC address, ${mac}, its serial number and its model are replaced.`
    : `Only its MAC address, ${mac}, and its serial number are replaced.`
}

/** Explains what a change of vendor means. `replaced` is the vendor and model of the old phone. */
function OtherMaker({ replaced, maker }: { replaced: string; maker: string }) {
  const noFile = noFileText(maker)
  return (
    <Alert
      tone={noFile ? 'warning' : 'info'}
      title={`This ${maker} phone replaces a ${replaced || 'phone from another vendor'}`}
    >
      {noFile ??
        'Choose its model so that it gets the right configuration file. The old phone’s profile does not apply.'}
    </Alert>
  )
}

type ProfileChoiceProps = {
  maker: string
  value: string | null
  onChange: (profile: string | null) => void
}

/** A profile for phones of this vendor; renders nothing if the vendor is unsupported. */
function ProfileChoice({ maker, value, onChange }: ProfileChoiceProps) {
  const { data: profiles } = useProfilesOf(maker)
  if (noFileText(maker)) return null
  return (
    <FormRow
      label="Profile"
      hint={profiles?.length === 0 ? `No profile for ${maker} phones yet.` : undefined}
    >
      <Select
        options={(profiles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        placeholder="None"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </FormRow>
  )
}
