import { Phone, Plus } from 'lucide-react'
import { useState } from 'react'
import { DestinationPicker } from '@/components/common/destination-picker'
import { CreateRecord } from '@/components/common/lazy-create-record'
import { Combobox, type ComboboxAction } from '@/components/ui/combobox'
import { useDestinationChoice } from '@/hooks/use-destination-choice'
import { useMember } from '@/hooks/use-member'
import { failureMessage } from '@/lib/errors'
import { extension } from '@/lib/resources/extension'
import { may } from '@/lib/session/permissions'
import { detectOutsideNumber, shownNumber } from '@/lib/validation/phone'

const EXTENSIONS = ['extensions']

export type MemberPickerProps = {
  /** Extensions and numbers that are already members. */
  without: ReadonlySet<string>
  onExtensions: (ids: readonly string[]) => void
  /** An outside number in E.164 form. */
  onNumber: (number: string) => void
}

/**
 * Finds extensions by number or name, adds one or all matches, creates a missing one, or accepts a typed outside number. Voicemails
 * are not offered.
 */
export function MemberPicker({ without, onExtensions, onNumber }: MemberPickerProps) {
  const { found, error, retry, list } = useDestinationChoice(null, EXTENSIONS)
  const { permissions } = useMember()
  const [making, setMaking] = useState(false)

  function actions(typed: string): ComboboxAction[] {
    const create = {
      label: 'New extension…',
      icon: Plus,
      onSelect: () => setMaking(true),
    }
    return [...outside(typed), ...(may(permissions, 'telephony', 'create') ? [create] : [])]
  }

  function outside(typed: string): ComboboxAction[] {
    const number = detectOutsideNumber(typed)
    if (!number || without.has(number)) return []
    return [
      {
        label: `Ring ${shownNumber(number)}`,
        icon: Phone,
        onSelect: () => onNumber(number),
      },
    ]
  }

  return (
    <>
      <Combobox
        aria-label="Add a member"
        value={null}
        text="Add an extension or an external number"
        muted
        searchLabel="Extension, name or external number"
        {...list}
        failure={error ? failureMessage(error) : undefined}
        retry={retry}
        emptyText="No extension matches. An external number needs 10 digits, or its country code."
        options={found?.filter(({ id }) => !without.has(id)).map(({ id, label }) => ({ value: id, label }))}
        onSelect={(id) => onExtensions([id])}
        onSelectAll={onExtensions}
        actions={actions}
      />
      {making ? (
        <CreateRecord
          resource={extension}
          picker={DestinationPicker}
          onClose={() => setMaking(false)}
          onCreated={(id) => {
            onExtensions([id])
            void retry()
          }}
        />
      ) : null}
    </>
  )
}
