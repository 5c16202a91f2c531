import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { deviceLine, type TypedLine } from '@/lib/resources/device-line'

/** The lines that a phone registers, each for an extension. */
export function LineRows() {
  const { control, formState } = useFormContext<{ device_lines: TypedLine[] }>()
  const { fields, append, remove } = useFieldArray({ control, name: 'device_lines', keyName: 'key' })
  const error = formState.errors.device_lines?.message ?? formState.errors.device_lines?.root?.message

  function add() {
    append({
      id: crypto.randomUUID(),
      line: Math.max(0, ...fields.map(({ line }) => line)) + 1,
      extension_id: null,
      transport: fields.at(-1)?.transport ?? 'tls',
      register_expires: 600,
      shared: false,
    })
  }

  return (
    <div className="flex flex-col gap-3">
      {error ? <Alert tone="danger">{error}</Alert> : null}
      {fields.length === 0 ? (
        <p className="text-base text-text-muted">This phone registers no line yet.</p>
      ) : null}
      {fields.map((field, index) => {
        const at = `device_lines.${index}`
        return (
          <fieldset
            key={field.key}
            className="grid grid-cols-2 items-start gap-x-3 gap-y-2 rounded-lg border border-border p-3 sm:grid-cols-[4rem_minmax(0,1fr)_6rem_7rem_auto]"
          >
            <legend className="sr-only">Line {field.line}</legend>
            <Fields
              of={deviceLine}
              names={['line', 'extension_id', 'transport', 'register_expires']}
              at={at}
              instead={{ register_expires: { label: 'Expires (s)', hint: '' } }}
            />
            <div className="flex items-center gap-2 sm:pt-7">
              <Fields of={deviceLine} names={['shared']} at={at} />
              <IconButton
                label={`Remove line ${field.line}`}
                icon={<Trash2 aria-hidden size={16} />}
                onClick={() => remove(index)}
              />
            </div>
          </fieldset>
        )
      })}
      <Button size="sm" className="self-start" icon={<Plus aria-hidden size={14} />} onClick={add}>
        Add a line
      </Button>
    </div>
  )
}
