import { Plus, Trash2 } from 'lucide-react'
import { useFormContext, useFormState } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { MoveButtons } from '@/components/ui/move-buttons'
import { SortableList } from '@/components/ui/sortable-list'
import { useChildRows } from '@/hooks/use-child-rows'
import { blankOption, ivrMenuOption, type TypedOption } from '@/lib/resources/ivr-menu-option'

type Values = { ivr_menu_options: TypedOption[] }

const WIDTHS = {
  digits: 'w-20',
  destination_id: 'min-w-0 flex-1 basis-52',
  description: 'min-w-0 flex-1 basis-40',
}

/** A menu's options in order: the digits, and their destinations. */
export function MenuOptions({ mayEdit }: Pick<EditorProps, 'mayEdit'>) {
  const { control, getValues } = useFormContext<Values>()
  const { fields, append, move, remove } = useChildRows(control, 'ivr_menu_options')
  const { errors } = useFormState({ control, name: 'ivr_menu_options' })
  const refusal = errors.ivr_menu_options?.message ?? errors.ivr_menu_options?.root?.message
  const nameOf = (place: number) => `option ${fields[place]?.digits || place + 1}`

  return (
    <section aria-label="Options" data-part="ivr_menu_options" className="flex min-w-0 flex-col gap-2">
      <h3 className="text-base font-semibold">Options</h3>
      {refusal ? <Alert tone="danger">{refusal}</Alert> : null}
      {fields.length === 0 ? (
        <p className="text-sm text-text-muted">Callers have nothing to press.</p>
      ) : (
        <SortableList
          ids={fields.map(({ key }) => key)}
          labelOf={nameOf}
          onMove={move}
          disabled={!mayEdit}
          item={(place, handle) => (
            <div className="flex items-start gap-1.5 rounded-lg border border-border bg-surface p-2">
              <span className="pt-6">{handle}</span>
              <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
                {Object.entries(WIDTHS).map(([name, className]) => (
                  <div key={name} className={className}>
                    <Fields of={ivrMenuOption} names={[name]} at={`ivr_menu_options.${place}`} />
                  </div>
                ))}
                <div className="pt-7">
                  <Fields
                    of={ivrMenuOption}
                    names={['enabled']}
                    at={`ivr_menu_options.${place}`}
                    instead={{ enabled: { label: `Enable ${nameOf(place)}` } }}
                    labelHidden
                  />
                </div>
              </div>
              {mayEdit ? (
                <span className="flex shrink-0 pt-6 max-sm:flex-col max-sm:pt-0">
                  <MoveButtons
                    up={`Move ${nameOf(place)} up`}
                    down={`Move ${nameOf(place)} down`}
                    index={place}
                    count={fields.length}
                    onMove={(to) => move(place, to)}
                    size="sm"
                  />
                  <IconButton
                    size="sm"
                    label={`Remove ${nameOf(place)}`}
                    icon={Trash2}
                    onClick={() => remove(place)}
                  />
                </span>
              ) : null}
            </div>
          )}
        />
      )}
      {mayEdit ? (
        <Button
          size="sm"
          className="self-start"
          icon={Plus}
          onClick={() => append(blankOption(getValues('ivr_menu_options')), { shouldFocus: false })}
        >
          Add an option
        </Button>
      ) : null}
    </section>
  )
}
