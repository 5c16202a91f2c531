import { Phone, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useContext, useState } from 'react'
import { Combobox, type ComboboxAction } from '@/components/ui/combobox'
import { useDestinationChoice } from '@/hooks/use-destination-choice'
import { useMember } from '@/hooks/use-member'
import { TenantContext } from '@/hooks/use-tenant'
import { failureMessage, GENERIC_FAILURE } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { Resource } from '@/lib/records/resource'
import { CREATABLE_DESTINATIONS } from '@/lib/resources/creatable'
import { may } from '@/lib/session/permissions'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import { destinationHeading } from '@/lib/telephony/destination-kinds'
import { detectPhone, formatNorthAmericanPhone } from '@/lib/validation/phone'
import type { DestinationPickerProps } from './destination-field'

export type { DestinationPickerProps } from './destination-field'

const CreateDestination = dynamic(
  () => import('./create-destination').then((module) => module.CreateDestination),
  {
    ssr: false,
  },
)

const CreateRecording = dynamic(() => import('./create-recording').then((module) => module.CreateRecording), {
  ssr: false,
})

const NONE = 'none'

/**
 * Where a call is sent: found by number or name. A telephone number that is typed in becomes a destination, and a
 * ring group, recording or other kind that is missing can be made on the spot. A disabled one is shown as unavailable; one
 * that was set by hand in the PBX is kept as it is.
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
  const tenant = useContext(TenantContext)
  const { permissions } = useMember()
  const { options, labelOf, error, onOpen, retry } = useDestinationChoice()
  const [making, setMaking] = useState<Resource | 'recording' | null>(null)
  const offered = options?.filter(({ group, id }) => id === value || !kinds || kinds.includes(group))

  async function takeNumber(number: string) {
    if (!tenant) return
    try {
      const supabase = await getSupabase()
      await take(
        dataOf(await supabase.rpc('destination_for', { tenant: tenant.id, kind: 'external', value: number })),
      )
    } catch (error) {
      void notify('error', failureMessage(error))
    }
  }

  function actions(typed: string): ComboboxAction[] {
    const number = !kinds || kinds.includes('external') ? externalNumber(typed) : undefined
    const mayMake = (kind: string) =>
      may(permissions, 'telephony', 'create') && (!kinds || kinds.includes(kind))
    return [
      ...(error ? [{ label: 'Try again', onSelect: () => void retry().catch(() => undefined) }] : []),
      ...(number
        ? [
            {
              label: `Send to ${formatNorthAmericanPhone(number) ?? number}`,
              icon: <Phone aria-hidden size={14} />,
              onSelect: () => void takeNumber(number),
            },
          ]
        : []),
      ...CREATABLE_DESTINATIONS.filter(({ kind }) => mayMake(kind)).map((creatable) => ({
        label: `New ${creatable.noun}…`,
        icon: <Plus aria-hidden size={14} />,
        onSelect: () => {
          creatable.load().then(setMaking, () => void notify('error', GENERIC_FAILURE))
        },
      })),
      ...(mayMake('recordings')
        ? [
            {
              label: 'New recording…',
              icon: <Plus aria-hidden size={14} />,
              onSelect: () => setMaking('recording'),
            },
          ]
        : []),
    ]
  }

  /** Chooses what was just made, once its name is known. */
  async function take(id: string) {
    await retry().catch(() => undefined)
    onChange(id)
  }

  return (
    <>
      <Combobox
        aria-label={label}
        value={value ?? NONE}
        text={value ? labelOf(value) : noneLabel}
        muted={!value}
        disabled={disabled}
        searchLabel="Number or name"
        onOpen={onOpen}
        emptyText={error ? failureMessage(error) : 'No such destination.'}
        options={
          error
            ? []
            : offered && [
                ...(clearable ? [{ value: NONE, label: noneLabel }] : []),
                ...offered.map(({ id, label: name, group, identifier, enabled }) => ({
                  value: id,
                  label: name,
                  group: destinationHeading(group),
                  keywords: identifier,
                  disabled: !enabled,
                })),
              ]
        }
        onSelect={(id) => onChange(id === NONE ? null : id)}
        actions={actions}
      />
      {making === 'recording' ? (
        <CreateRecording onClose={() => setMaking(null)} onCreated={(id) => void take(id)} />
      ) : making ? (
        <CreateDestination
          resource={making}
          picker={DestinationPicker}
          onClose={() => setMaking(null)}
          onCreated={(id) => void take(id)}
        />
      ) : null}
    </>
  )
}

/** A number of the North American plan, or any in E.164 form; undefined for what may be an extension or a name. */
function externalNumber(typed: string): string | undefined {
  const digits = typed.replace(/[\s().-]/g, '')
  return detectPhone(typed) ?? (/^\+[1-9][0-9]{6,14}$/.test(digits) ? digits : undefined)
}
