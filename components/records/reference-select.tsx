import { useState } from 'react'
import { Combobox } from '@/components/ui/combobox'
import { useReferenceLabel, useReferenceLabels } from '@/hooks/use-record-labels'
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

/** Another record, of the page's tenant if it has one, found by its label. The others' labels are fetched when it opens. */
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
  const [opened, setOpened] = useState(false)
  const data = useReferenceLabels(opened ? [to] : [], tenantId)?.get(to.table)
  const chosen = useReferenceLabel(to, value, tenantId)
  const entries = data && [...data].filter(([id]) => id === value || !without.includes(id))
  const text = value
    ? (data?.get(value) ?? chosen ?? '…')
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
      onOpen={() => setOpened(true)}
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
