import { ListSelect } from '@/components/common/list-select'
import { useOfferedRecords, useReferenceLabel } from '@/hooks/use-record-labels'
import { useTenantId } from '@/hooks/use-tenant'
import type { ReferenceTarget } from '@/lib/records/field'
import { shownLabel } from '@/lib/validation/phone'

export type ReferenceSelectProps = {
  to: ReferenceTarget
  value: string | null
  onChange: (id: string | null) => void
  /** Omits "None". */
  required?: boolean
  noneLabel?: string
  /** Records to leave out, such as those already chosen. */
  without?: readonly string[]
  disabled?: boolean
  'aria-label'?: string
}

/** Selects another record, of the page's tenant if it has one, by its label. The choices load when it opens. */
export function ReferenceSelect({
  to,
  value,
  required = false,
  noneLabel = 'None',
  without = [],
  ...box
}: ReferenceSelectProps) {
  const tenantId = useTenantId()
  const { found, error, retry, list } = useOfferedRecords(to, tenantId)
  const chosen = useReferenceLabel(to, value, tenantId)
  return (
    <ListSelect
      {...box}
      value={value}
      label={shownLabel(found?.find(([id]) => id === value)?.[1] ?? '') || chosen}
      noneLabel={required ? `Choose ${withArticle(to.noun)}` : noneLabel}
      clearable={!required}
      searchLabel={`Find ${withArticle(to.noun)}`}
      options={found
        ?.filter(([id]) => id === value || !without.includes(id))
        .map(([id, label]) => ({ value: id, label: shownLabel(label) || 'No name', keywords: label }))}
      list={list}
      error={error}
      retry={retry}
    />
  )
}

/** "a recording", "an extension", "an IVR menu". */
function withArticle(noun: string): string {
  return /^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`
}
