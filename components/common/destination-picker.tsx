import { Phone, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useContext, useEffect, useRef, useState } from 'react'
import { CreateRecord } from '@/components/common/lazy-create-record'
import { ListSelect } from '@/components/common/list-select'
import type { ComboboxAction } from '@/components/ui/combobox'
import { lateDialog } from '@/components/ui/late-code'
import { HoldSaveContext } from '@/hooks/held-save'
import { useDestinationChoice } from '@/hooks/use-destination-choice'
import { useMember } from '@/hooks/use-member'
import { useTenantId } from '@/hooks/use-tenant'
import { useTurns } from '@/hooks/use-turns'
import { noRefresh, useAction } from '@/hooks/use-write'
import { notify } from '@/lib/browser/notify'
import { GENERIC_FAILURE, RequestFailure } from '@/lib/errors'
import type { Resource } from '@/lib/records/resource'
import { CREATABLE_DESTINATIONS } from '@/lib/resources/creatable'
import { may } from '@/lib/session/permissions'
import { destinationHeading } from '@/lib/telephony/destination-kinds'
import { outsideDestination } from '@/lib/telephony/find-destinations'
import { detectOutsideNumber, shownNumber } from '@/lib/validation/phone'

const CreateRecording = lateDialog(
  dynamic(() => import('@/components/recordings/create-recording').then((module) => module.CreateRecording)),
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
  const hold = useContext(HoldSaveContext)
  /** A chosen phone number that is being stored. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const begin = useTurns()
  // The form may have changed while a number is stored: a row's place, or what else the field's change keeps. Null once the field is gone.
  const current = useRef<typeof onChange | null>(null)
  useEffect(() => {
    current.current = onChange
    return () => {
      current.current = null
    }
  }, [onChange])

  function choose(id: string | null) {
    begin()
    setAwaited(null)
    current.current?.(id)
  }

  /** Selects a new destination: at once, because the form around it may be saved before the list is read again. */
  function take(id: string) {
    choose(id)
    void retry()
  }

  /** Stores a number as a destination and selects it, unless something else was chosen meanwhile. Resolves to false if neither is so. */
  async function takeNumber(tenant: string, number: string): Promise<boolean> {
    const isLatest = begin()
    setAwaited(number)
    const taken = await act(async (supabase) => {
      const id = await outsideDestination(supabase, tenant, number)
      if (!isLatest()) return
      if (!current.current)
        throw new RequestFailure(`${shownNumber(number)} was not set, because its field is gone.`, 0)
      take(id)
    })
    if (taken || !isLatest()) return true
    setAwaited(null)
    return false
  }

  function actions(typed: string): ComboboxAction[] {
    const allows = (kind: string) => !kinds || kinds.includes(kind)
    const mayCreate = (kind: string) => may(permissions, 'telephony', 'create') && allows(kind)
    const number = allows('external') ? detectOutsideNumber(typed) : undefined
    const offered: ComboboxAction[] = []
    if (number && tenantId) {
      offered.push({
        label: `Send to ${shownNumber(number)}`,
        icon: Phone,
        onSelect: () => hold(takeNumber(tenantId, number)),
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
        value={awaited ?? value}
        onChange={choose}
        label={awaited ? shownNumber(awaited) : chosen}
        noneLabel={noneLabel}
        clearable={clearable}
        disabled={disabled}
        searchLabel="Number or name"
        list={list}
        error={error}
        retry={retry}
        emptyText="No destination matches."
        options={found?.map(({ id, label: name, group, identifier, enabled }) => ({
          value: id,
          label: name,
          group: destinationHeading(group),
          keywords: identifier,
          disabled: !enabled,
        }))}
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
