import { Plus, Trash2 } from 'lucide-react'
import { useController, useFormContext } from 'react-hook-form'
import { DestinationPicker } from '@/components/common/destination-picker'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { MoveButtons } from '@/components/ui/move-buttons'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { useChildRows } from '@/hooks/use-child-rows'
import type { RecordValues } from '@/lib/records/field'
import { CALLER_MATCHES } from '@/lib/resources/did-condition'

/** The part of a number's form values with its conditions. */
interface ConditionsForm {
  did_conditions: {
    id: string
    match: string
    caller: string | null
    destination_id: string | null
    enabled: boolean
  }[]
}

/** Conditions that route certain callers elsewhere, in the order they are checked. */
export function DidConditions({ mayEdit }: { mayEdit: boolean }) {
  const { control } = useFormContext<ConditionsForm>()
  const { fields, append, move, remove } = useChildRows(control, 'did_conditions')
  return (
    <fieldset data-part="did_conditions" className="rounded-lg border border-border p-3">
      <legend className="px-1 text-sm font-medium">By caller</legend>
      {fields.length === 0 ? (
        <p className="text-sm text-text-muted">Every caller goes where the number routes to.</p>
      ) : (
        <ol className="flex flex-col divide-y divide-border">
          {fields.map(({ key }, index) => (
            <li key={key} className="py-2 first:pt-0">
              <Condition
                index={index}
                count={fields.length}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
                mayEdit={mayEdit}
              />
            </li>
          ))}
        </ol>
      )}
      {mayEdit ? (
        <Button
          size="sm"
          className="mt-2"
          icon={Plus}
          onClick={() =>
            append({
              id: crypto.randomUUID(),
              match: 'exact',
              caller: '',
              destination_id: null,
              enabled: true,
            })
          }
        >
          Add a condition
        </Button>
      ) : null}
    </fieldset>
  )
}

function Condition({
  index,
  count,
  mayEdit,
  onMove,
  onRemove,
}: {
  index: number
  count: number
  mayEdit: boolean
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const at = `did_conditions.${index}`
  const place = `Condition ${index + 1}`
  const { register, watch } = useFormContext<RecordValues>()
  const {
    field: { ref, value: caller, onChange: setCaller, onBlur },
    fieldState: { error: callerError },
  } = useController<RecordValues>({ name: `${at}.caller` })
  const {
    field: { value: target, onChange: setTarget },
    fieldState: { error: targetError },
  } = useController<RecordValues>({ name: `${at}.destination_id` })
  const {
    field: { value: enabled, onChange: setEnabled },
  } = useController<RecordValues>({ name: `${at}.enabled` })
  const anonymous = watch(`${at}.match`) === 'anonymous'
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1.3fr)_auto]">
      <FormRow label={`${place}: callers`} labelHidden>
        <Select {...register(`${at}.match`)} options={CALLER_MATCHES} />
      </FormRow>
      {anonymous ? (
        <p className="self-center text-sm text-text-muted max-sm:hidden">Callers without a number</p>
      ) : (
        <FormRow label={`${place}: number`} labelHidden error={callerError?.message}>
          <Input
            type="tel"
            autoComplete="off"
            placeholder="+12075550100"
            ref={ref}
            value={String(caller ?? '')}
            onBlur={onBlur}
            onChange={setCaller}
          />
        </FormRow>
      )}
      <FormRow label={`${place}: goes to`} labelHidden error={targetError?.message}>
        <DestinationPicker
          value={(target as string | null) ?? null}
          onChange={setTarget}
          clearable={false}
          noneLabel="Choose a destination"
        />
      </FormRow>
      <div className="flex h-8 items-center gap-0.5">
        <Switch
          label={`${place}: enabled`}
          labelHidden
          checked={enabled === true}
          onChange={(event) => setEnabled(event.target.checked)}
        />
        {mayEdit ? (
          <>
            <MoveButtons
              up={`${place}: move up`}
              down={`${place}: move down`}
              index={index}
              count={count}
              onMove={onMove}
              size="sm"
            />
            <IconButton size="sm" label={`${place}: remove`} icon={Trash2} onClick={onRemove} />
          </>
        ) : null}
      </div>
    </div>
  )
}
