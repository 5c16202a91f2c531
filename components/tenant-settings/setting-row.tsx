import { useController } from 'react-hook-form'
import { ResourceField } from '@/components/records/fields'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { Field, RecordValues } from '@/lib/records/field'

/** One setting: its control, whether it is inherited or overridden, and the way back to what is inherited. */
export function SettingRow({ field, disabled }: { field: Field; disabled: boolean }) {
  const {
    field: { value, onChange },
  } = useController<RecordValues>({ name: field.name })
  const overridden = Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
  if (field.kind === 'secret') return null

  return (
    <div className="grid gap-x-3 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_9.5rem]">
      <ResourceField field={field} disabled={disabled} />
      <div className="flex flex-wrap items-center gap-1.5 sm:mt-6 sm:min-h-8 sm:self-start">
        <Badge tone={overridden ? 'accent' : 'neutral'}>
          <span className="sr-only">{field.label}: </span>
          {overridden ? 'Overridden' : 'Inherited'}
        </Badge>
        {overridden && !disabled ? (
          <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
            Reset<span className="sr-only"> {field.label} to inherited</span>
          </Button>
        ) : null}
      </div>
    </div>
  )
}
