import { useEffect, useId, useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { FormDialog } from '@/components/common/form-dialog'
import { ReferenceSelect } from '@/components/common/reference-select'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { useDirectNumbers, useFreeNumbers } from '@/hooks/use-extensions'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useTenantSettings } from '@/hooks/use-tenant-settings'
import { useValidatedForm } from '@/hooks/use-validated-form'
import { useWrite } from '@/hooks/use-write'
import { Refusal } from '@/lib/errors'
import { recordOf } from '@/lib/resources/kinds'
import { generatePin } from '@/lib/secrets'
import type { NumberWithPin } from '@/lib/telephony/extension-client'
import { addNewHire, type NewHire, newHireSchema } from '@/lib/telephony/new-hire'
import { modelsOf } from '@/lib/telephony/provisioning/models'
import { noFileTextOf, vendorOfMac } from '@/lib/telephony/provisioning/vendors'
import { formatDeviceMac } from '@/lib/validation/mac'
import { shownNumber } from '@/lib/validation/phone'
import { NewPins } from './new-pins'

const BLANK: NewHire = {
  first_name: '',
  last_name: '',
  email: '',
  extension: '',
  did_id: null,
  mac: '',
  model: '',
  profile_id: null,
  voicemail: true,
  portal: false,
}

function useHireForm(tenantId: string) {
  return useValidatedForm(newHireSchema, BLANK, { name: `new-hire ${tenantId}`, version: null })
}

type HireForm = ReturnType<typeof useHireForm>

/** Adds a new employee in one form: extension, direct number, phone, voicemail and portal user, all or none. */
export function NewHireDialog({ onClose }: { onClose: () => void }) {
  const tenantId = useCurrentTenantId()
  const write = useWrite()
  const { settings } = useTenantSettings(tenantId)
  const free = useFreeNumbers(tenantId, settings?.extension_low.value, settings?.extension_high.value)
  const numbers = useDirectNumbers(tenantId)
  const form = useHireForm(tenantId)
  const { register, errorAt, setError, formState } = form
  const voicemail = settings?.voicemail_enabled.value
  const { getFieldState, resetField } = form
  useEffect(() => {
    if (typeof voicemail === 'boolean' && !getFieldState('voicemail').isDirty)
      resetField('voicemail', { defaultValue: voicemail })
  }, [getFieldState, resetField, voicemail])
  // Ids stay the same on a retry after a lost response, so that nothing is added twice.
  const [ids] = useState(() => ({
    extension: crypto.randomUUID(),
    device: crypto.randomUUID(),
    user: crypto.randomUUID(),
  }))
  const [pin] = useState(() => generatePin())
  const sealed = useRef(new Map<string, string>())
  const [newPin, setNewPin] = useState<NumberWithPin | null>(null)
  const [proposed] = free ?? []

  async function add(hire: NewHire) {
    const name = `${hire.first_name} ${hire.last_name}`.trim()
    const stored = await write(
      (supabase) => addNewHire(supabase, tenantId, hire, ids, pin, sealed.current),
      `Added ${hire.extension} ${name}`,
    )
    form.draft.forget()
    if (stored) setNewPin({ number: hire.extension, name, pin, sealed: stored })
    else onClose()
  }

  async function save() {
    // Kept with the draft: after a lost response another number is the next free one.
    if (!form.getValues('extension') && proposed) form.setValue('extension', proposed, { shouldDirty: true })
    try {
      await form.whenValid(add)()
    } catch (error) {
      const column = error instanceof Refusal ? error.column : undefined
      if (!column || !Object.hasOwn(BLANK, column)) throw error
      setError(column as keyof NewHire, { message: (error as Refusal).message }, { shouldFocus: true })
    }
    // The PIN is shown before it closes.
    return false
  }

  if (newPin) return <NewPins items={[newPin]} onClose={onClose} />
  return (
    <FormDialog
      title="New hire"
      description="Everything a new person needs, created in one step."
      submitLabel="Add"
      dirty={formState.isDirty}
      draft={form.draft}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormRow label="First name" required error={errorAt('first_name')}>
          <Input autoComplete="off" {...register('first_name')} />
        </FormRow>
        <FormRow label="Last name" error={errorAt('last_name')}>
          <Input autoComplete="off" {...register('last_name')} />
        </FormRow>
        <FormRow label="Email" error={errorAt('email')} hint="For voicemail messages and the portal.">
          <Input type="email" autoComplete="off" {...register('email')} />
        </FormRow>
        <FormRow
          label="Extension"
          required={!proposed}
          error={errorAt('extension')}
          hint={proposed ? `${proposed} is the next free one.` : undefined}
        >
          <Input inputMode="numeric" maxLength={7} placeholder={proposed} {...register('extension')} />
        </FormRow>
        <FormRow
          label="Direct number"
          error={errorAt('did_id')}
          hint={
            numbers?.length === 0
              ? 'This tenant has no number without a route.'
              : 'Also the outbound caller ID.'
          }
        >
          <Select
            placeholder="None"
            options={(numbers ?? []).map(({ id, number }) => ({
              value: id,
              label: shownNumber(number),
            }))}
            {...register('did_id', { setValueAs: (value: string | null) => value || null })}
          />
        </FormRow>
        <PhoneFields form={form} />
      </div>
      <Switch label="Voicemail" hint="With a random PIN, shown once." {...register('voicemail')} />
      <Switch label="Portal user" hint="Send the invitation later, from Users." {...register('portal')} />
    </FormDialog>
  )
}

/** Their phone, whose model and profile are asked for once its MAC address is there. */
function PhoneFields({ form: { control, register, errorAt } }: { form: HireForm }) {
  const mac = formatDeviceMac(useWatch({ control, name: 'mac' }))
  const maker = mac && vendorOfMac(mac)
  const models = useId()
  return (
    <>
      <FormRow
        label="Phone’s MAC address"
        error={errorAt('mac')}
        hint={
          mac
            ? [maker && `Made by ${maker}.`, noFileTextOf(mac)].filter(Boolean).join(' ')
            : 'If they already have a phone.'
        }
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('mac')} />
      </FormRow>
      {mac ? (
        <>
          <FormRow label="Model" error={errorAt('model')}>
            <Input list={models} autoComplete="off" {...register('model')} />
            <datalist id={models}>
              {modelsOf(maker ?? '').map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </FormRow>
          <FormRow label="Profile" error={errorAt('profile_id')}>
            <Controller
              control={control}
              name="profile_id"
              render={({ field }) => (
                <ReferenceSelect
                  to={recordOf('device_profiles')}
                  value={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          </FormRow>
        </>
      ) : null}
    </>
  )
}
