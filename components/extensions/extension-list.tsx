import { ArrowUp, X } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { ReferenceSelect } from '@/components/common/reference-select'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { useChildRows } from '@/hooks/use-child-rows'
import { useReferenceLabels } from '@/hooks/use-record-labels'
import { useTenantId } from '@/hooks/use-tenant'
import { recordOf } from '@/lib/resources/kinds'
import type { OwnExtension } from '@/lib/resources/portal-user-extension'

const EXTENSION = recordOf('extensions')

/** A list of extensions in a child table of the form. Sortable if `first` describes the first one. */
export function ExtensionList({ table, first }: { table: string; first?: string }) {
  const { control } = useFormContext<Record<string, OwnExtension[]>>()
  const { fields, append, remove, move } = useChildRows(control, table)
  const ids = fields.map(({ extension_id }) => extension_id)
  const labels = useReferenceLabels(EXTENSION, ids, useTenantId())
  const nameOf = (id: string) => labels?.get(id) ?? '…'

  return (
    <section data-part={table} className="flex flex-col gap-3">
      <h3 className="text-base font-semibold">Extensions</h3>
      {fields.length > 0 ? (
        <ul className="divide-y divide-border rounded-lg border border-border">
          {fields.map((own, index) => (
            <li key={own.key} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <span className="min-w-0 flex-1 truncate">{nameOf(own.extension_id)}</span>
              {first !== undefined &&
                (index === 0 ? (
                  <span className="text-sm text-text-muted">{first}</span>
                ) : (
                  <IconButton
                    size="sm"
                    label={`Move ${nameOf(own.extension_id)} up`}
                    icon={ArrowUp}
                    onClick={() => move(index, index - 1)}
                  />
                ))}
              <IconButton
                size="sm"
                label={`Remove ${nameOf(own.extension_id)}`}
                icon={X}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-text-muted">None yet.</p>
      )}
      <FormRow label="Add an extension">
        <ReferenceSelect
          to={EXTENSION}
          value={null}
          noneLabel="Choose an extension"
          without={fields.map(({ extension_id }) => extension_id)}
          onChange={(id) => {
            if (id) append({ id: crypto.randomUUID(), position: fields.length + 1, extension_id: id })
          }}
        />
      </FormRow>
    </section>
  )
}
