import { Phone, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { CreateRecord } from '@/components/common/lazy-create-record'
import { ListSelect } from '@/components/common/list-select'
import type { ComboboxAction } from '@/components/ui/combobox'
import { useDestinationChoice } from '@/hooks/use-destination-choice'
import { useMember } from '@/hooks/use-member'
import { useTenantId } from '@/hooks/use-tenant'
import { noRefresh, useAction } from '@/hooks/use-write'
import { failureMessage, GENERIC_FAILURE } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { Resource } from '@/lib/records/resource'
import { CREATABLE_DESTINATIONS } from '@/lib/resources/creatable'
import { may } from '@/lib/session/permissions'
import { dataOf } from '@/lib/supabase/answer'
import { destinationHeading } from '@/lib/telephony/destination-kinds'
import { detectOutsideNumber, shownNumber } from '@/lib/validation/phone'

const CreateRecording = dynamic(() =>
  import('@/components/recordings/create-recording').then((module) => module.CreateRecording),
)

export type DestinationPickerProps = {
  /** The destination's id, or null for none. */
  value: string | null
  onChange: (id: string | null) => void
  /** The kinds to offer; all by default. */
  kinds?: readonly string[]
  /** Label for null. */
  noneLabel?: string
  /** Whether null can be chosen. */
  clearable?: boolean
  disabled?: boolean
  'aria-label'?: string
}

/**
 * Selects a call destination by number or name. A typed phone number becomes a destination, and a missing ring group, recording or
 * other kind can be created here. A disabled destination is shown as unavailable; one set by hand in the PBX is kept.
 */
export function DestinationPicker({
  value,
  onChange,
  kinds,
  noneLabel = 'Nowhere',
  clearable = true,
  disabled,
  'aria-label': label,
}: DestinationPickerProps) {
  const tenantId = useTenantId()
  const { permissions } = useMember()
  const { found, label: chosen, error, retry, list } = useDestinationChoice(value, kinds)
  const { act } = useAction(noRefresh)
  const [creating, setCreating] = useState<Resource | 'recording' | null>(null)
  const close = () => setCreating(null)

  /** Selects a new destination: at once, because the form around it may be saved before the list is read again. */
  function take(id: string) {
    onChange(id)
    retry().catch(() => undefined)
  }

  async function takeNumber(number: string) {
    if (!tenantId) return
    const asked = { tenant: tenantId, kind: 'external', value: number }
    await act(async (supabase) => take(dataOf(await supabase.rpc('destination_for', asked))))
  }

  function actions(typed: string): ComboboxAction[] {
    const allows = (kind: string) => !kinds || kinds.includes(kind)
    const mayCreate = (kind: string) => may(permissions, 'telephony', 'create') && allows(kind)
    const number = allows('external') ? detectOutsideNumber(typed) : undefined
    const offered: ComboboxAction[] = []
    if (error) offered.push({ label: 'Try again', onSelect: () => void retry().catch(() => undefined) })
    if (number) {
      offered.push({
        label: `Send to ${shownNumber(number)}`,
        icon: Phone,
        onSelect: () => void takeNumber(number),
      })
    }
    for (const { kind, noun, load } of CREATABLE_DESTINATIONS) {
      if (!mayCreate(kind)) continue
      const onSelect = () => void load().then(setCreating, () => void notify('error', GENERIC_FAILURE))
      offered.push({ label: `New ${noun}…`, icon: Plus, onSelect })
    }
    if (mayCreate('recordings')) {
      offered.push({ label: 'New recording…', icon: Plus, onSelect: () => setCreating('recording') })
    }
    return offered
  }

  return (
    <>
      <ListSelect
        aria-label={label}
        value={value}
        onChange={onChange}
        label={chosen}
        noneLabel={noneLabel}
        clearable={clearable && !error}
        disabled={disabled}
        searchLabel="Number or name"
        list={list}
        emptyText={error ? failureMessage(error) : 'No destination matches.'}
        options={
          error
            ? []
            : found?.map(({ id, label: name, group, identifier, enabled }) => ({
                value: id,
                label: name,
                group: destinationHeading(group),
                keywords: identifier,
                disabled: !enabled,
              }))
        }
        actions={actions}
      />
      {creating === 'recording' ? (
        <CreateRecording onClose={close} onCreated={take} />
      ) : creating ? (
        <CreateRecord resource={creating} picker={DestinationPicker} onClose={close} onCreated={take} />
      ) : null}
    </>
  )
}
