import { Combobox } from '@/components/ui/combobox'
import { useListTyping } from '@/hooks/use-narrowed'
import { useOfferedRecords, useReferenceLabel } from '@/hooks/use-record-labels'
import { useTenantId } from '@/hooks/use-tenant'
import type { ReferenceTarget } from '@/lib/records/field'

export type ReferenceSelectProps = {
  to: ReferenceTarget
  value: string | null
  onChange: (id: string | null) => void
  /** Leaves "None" out. */
  required?: boolean
  noneLabel?: string
  /** Records that are not offered, such as those already chosen. */
  without?: readonly string[]
  disabled?: boolean
  'aria-label'?: string
}

const NONE = 'none'

/** Another record, of the page's tenant if it has one, found by its label. What there is to choose is fetched when it opens. */
export function ReferenceSelect({
  to,
  value,
  onChange,
  required = false,
  noneLabel = 'None',
  without = [],
  disabled,
  'aria-label': label,
}: ReferenceSelectProps) {
  const tenantId = useTenantId()
  const typing = useListTyping()
  const { found: labels, more, looking } = useOfferedRecords(to, tenantId, typing)
  const chosen = useReferenceLabel(to, value, tenantId)
  const entries = labels && [...labels].filter(([id]) => id === value || !without.includes(id))
  const text = value
    ? (labels?.get(value) ?? chosen ?? '…')
    : required
      ? `Choose ${withArticle(to.noun)}`
      : noneLabel
  return (
    <Combobox
      aria-label={label}
      value={value ?? NONE}
      text={text}
      muted={!value}
      disabled={disabled}
      onOpen={typing.onOpen}
      onType={typing.onType}
      more={more}
      loading={looking}
      searchLabel={`Find ${withArticle(to.noun)}`}
      options={
        entries && [
          ...(required ? [] : [{ value: NONE, label: noneLabel }]),
          ...entries.map(([id, name]) => ({ value: id, label: name || 'No name' })),
        ]
      }
      onSelect={(id) => onChange(id === NONE ? null : id)}
    />
  )
}

/** "a recording", "an extension", "an IVR menu". */
function withArticle(noun: string): string {
  return /^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`
}
