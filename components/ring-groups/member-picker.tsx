import { Phone } from 'lucide-react'
import { Combobox, type ComboboxAction } from '@/components/ui/combobox'
import { useDestinations } from '@/hooks/use-destinations'
import { detectPhone, formatNorthAmericanPhone } from '@/lib/validation/phone'

export type MemberPickerProps = {
  /** Extensions and numbers that are members already. */
  without: ReadonlySet<string>
  onExtension: (id: string) => void
  /** An outside number in E.164 form. */
  onNumber: (number: string) => void
}

/** Finds an extension by number or name, or takes an outside number that is typed in. A voicemail is not offered. */
export function MemberPicker({ without, onExtension, onNumber }: MemberPickerProps) {
  const { options } = useDestinations()

  function outside(typed: string): ComboboxAction[] {
    const digits = typed.replace(/[\s().-]/g, '')
    const number = detectPhone(typed) ?? (/^\+[1-9][0-9]{6,14}$/.test(digits) ? digits : undefined)
    if (!number || without.has(number)) return []
    return [
      {
        label: `Ring ${formatNorthAmericanPhone(number) ?? number}`,
        icon: <Phone aria-hidden size={14} />,
        onSelect: () => onNumber(number),
      },
    ]
  }

  return (
    <Combobox
      aria-label="Add a member"
      value={null}
      text="Add an extension or an outside number"
      muted
      searchLabel="Extension, name or outside number"
      emptyText="No such extension. An outside number needs 10 digits, or its country code."
      options={options
        ?.filter(({ group, id }) => group === 'extensions' && !without.has(id))
        .map(({ id, label }) => ({ value: id, label }))}
      onSelect={onExtension}
      actions={outside}
    />
  )
}
