import { Badge } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { displayText, type Names } from '@/lib/records/field-text'
import { fieldOf, type Resource } from '@/lib/records/resource'

/** A value in a table's cell, drawn by its field's kind. */
export function ResourceCell({
  resource,
  column,
  value,
  names,
}: {
  resource: Resource
  column: string
  value: unknown
  names: Names
}) {
  const field = fieldOf(resource, column)
  if (column === 'enabled') {
    return <StatusBadge tone={value ? 'success' : 'neutral'}>{value ? 'Enabled' : 'Disabled'}</StatusBadge>
  }
  const text = displayText(field, value, names)
  if (typeof value === 'boolean')
    return value ? <Badge>{text}</Badge> : <span className="text-text-muted">No</span>
  if (field?.kind === 'mac') return <span className="code">{text}</span>
  if (field?.kind === 'phone') return <span className="numeric">{text}</span>
  if (text === '—') return <span className="text-text-muted">{text}</span>
  return <span className="inline-block max-w-80 truncate align-bottom">{text}</span>
}
