import { Plus, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useCallback, useContext, useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { FormSection } from '@/components/ui/form-section'
import { IconButton } from '@/components/ui/icon-button'
import { latePart } from '@/components/ui/late-code'
import { useChildRows } from '@/hooks/use-child-rows'
import { useProfileKeys } from '@/hooks/use-phone-configuration'
import { useStockItem } from '@/hooks/use-stock'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { stockHint } from '@/lib/inventory/stock-item-text'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { deviceLine, type TypedLine } from '@/lib/resources/device-line'
import { noFileText, vendorOfMac } from '@/lib/telephony/provisioning/vendors'
import { formatDeviceMac } from '@/lib/validation/mac'
import { KeyBoard } from './key-board'
import { ModelField } from './model-field'
import { TakeScannedPhone } from './scanned-phone'

const RequestLog = dynamic(() => import('./request-log').then((module) => module.RequestLog), {
  loading: latePart(null),
})

/** A phone: model, lines, keys on top of the profile's, and its file requests. */
export function DeviceEditor({ resource, stored }: EditorProps) {
  const { watch, setValue } = useFormContext<RecordValues>()
  const takeScanned = useContext(TakeScannedPhone)
  const mac = formatDeviceMac(String(watch('mac') ?? ''))
  const vendor = String(watch('vendor') ?? '')
  const model = String(watch('model') ?? '')
  const profileId = (watch('profile_id') as string | null) ?? null
  const lines = (watch('device_lines') as { line: number }[] | undefined) ?? []
  const { data: inherited } = useProfileKeys(profileId)
  const newMac = mac !== stored?.mac ? mac : undefined
  const { data: stock } = useStockItem(newMac, useCurrentTenantId())
  const propose = useProposals(stored)

  useEffect(() => {
    const scanned = takeScanned()
    if (stored || !scanned) return
    setValue('mac', scanned.mac, { shouldDirty: true })
    setValue('profile_id', scanned.profile, { shouldDirty: true })
    if (!scanned.model) return
    setValue('vendor', scanned.model.vendor, { shouldDirty: true })
    setValue('model', scanned.model.name, { shouldDirty: true })
  }, [stored, takeScanned, setValue])

  // A model belongs to its maker. Where nothing is known of the new address, a stored phone keeps its own, as when it is swapped.
  useEffect(() => {
    if (!newMac && !stored) return
    const own = { vendor: text(stored?.vendor), model: text(stored?.model) }
    const maker = newMac && vendorOfMac(newMac)
    propose('vendor', maker ?? own.vendor)
    propose('model', (newMac && stock?.model) || (maker && maker !== own.vendor ? '' : own.model))
  }, [newMac, stored, stock, propose])

  // Of another MAC address nothing is known at first: what stock says of it is stored with it, if it is saved before it shows here.
  useEffect(() => {
    if (newMac) propose('serial_number', stock?.serial ?? '')
  }, [newMac, stock, propose])

  const noFile = vendor || mac ? noFileText(vendor) : undefined
  const macHint = [
    stock ? stockHint(stock) : '',
    newMac && stored?.inventory_id
      ? 'The phone with the old address goes to RMA. If it is not broken, change its status in Inventory afterward.'
      : '',
  ]
    .filter(Boolean)
    .join(' ')

  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <Fields
          of={resource}
          names={['mac', 'label', 'vendor']}
          instead={{
            ...(macHint ? { mac: { hint: macHint } } : {}),
            ...(noFile ? { vendor: { hint: noFile } } : {}),
          }}
        />
        <ModelField vendor={vendor} />
        <Fields of={resource} names={['profile_id', 'serial_number', 'location']} />
        <div className="sm:pt-7">
          <Fields of={resource} names={['enabled']} />
        </div>
      </div>
      <FormSection title="Lines">
        <LineRows />
      </FormSection>
      <FormSection title="Keys">
        {noFile && vendor ? (
          <p className="text-base text-text-muted">Keys are not sent to {vendor} phones.</p>
        ) : (
          <KeyBoard
            name="device_keys"
            vendor={vendor}
            model={model}
            inherited={inherited}
            lines={lines.map(({ line }) => line)}
          />
        )}
      </FormSection>
      {stored ? (
        <FormSection title="Requests for its files">
          <RequestLog deviceId={stored.id} />
        </FormSection>
      ) : null}
    </>
  )
}

/** Fills a field with what follows from the MAC address, and replaces that when the address changes, until it is changed by hand. */
function useProposals(stored: RecordRow | null) {
  const { setValue, getValues } = useFormContext<RecordValues>()
  // What a stored phone has may follow from its address.
  const proposed = useRef<Partial<Record<string, string>>>(
    stored ? { vendor: text(stored.vendor), model: text(stored.model) } : {},
  )
  return useCallback(
    (field: string, value: string) => {
      const before = proposed.current[field] ?? ''
      if (value !== before && (getValues(field) ?? '') === before)
        setValue(field, value, { shouldDirty: true })
      proposed.current[field] = value
    },
    [getValues, setValue],
  )
}

const text = (value: unknown) => String(value ?? '')

const NEW_LINE = deviceLine.blank as TypedLine

/** The lines of a phone, each registering an extension. */
function LineRows() {
  const { control, formState } = useFormContext<{ device_lines: TypedLine[] }>()
  const { fields, append, remove } = useChildRows(control, 'device_lines')
  const error = formState.errors.device_lines?.message ?? formState.errors.device_lines?.root?.message

  function add() {
    append({
      id: crypto.randomUUID(),
      line: Math.max(0, ...fields.map(({ line }) => line)) + 1,
      extension_id: null,
      transport: (fields.at(-1) ?? NEW_LINE).transport,
      register_expires: NEW_LINE.register_expires,
    })
  }

  return (
    <div className="flex flex-col gap-3">
      {error ? <Alert tone="danger">{error}</Alert> : null}
      {fields.length === 0 ? (
        <p className="text-base text-text-muted">This phone registers no line yet.</p>
      ) : null}
      {fields.map((field, index) => {
        const at = `device_lines.${index}`
        return (
          <fieldset
            key={field.key}
            className="grid grid-cols-2 items-start gap-x-3 gap-y-2 rounded-lg border border-border p-3 sm:grid-cols-[4rem_minmax(0,1fr)_6rem_7rem_auto]"
          >
            <legend className="sr-only">Line {field.line}</legend>
            <Fields
              of={deviceLine}
              names={['line', 'extension_id', 'transport', 'register_expires']}
              at={at}
              instead={{ register_expires: { label: 'Expires (s)', hint: '' } }}
            />
            <div className="sm:pt-7">
              <IconButton label={`Remove line ${field.line}`} icon={Trash2} onClick={() => remove(index)} />
            </div>
          </fieldset>
        )
      })}
      <Button size="sm" className="self-start" icon={Plus} onClick={add}>
        Add a line
      </Button>
    </div>
  )
}
