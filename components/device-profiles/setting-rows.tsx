import { Plus, Trash2 } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { useChildRows } from '@/hooks/use-child-rows'
import { blankOf, fieldsOf } from '@/lib/records/resource'
import { setting, type TypedSetting } from '@/lib/resources/device-profile'

const SETTING = { fields: fieldsOf(setting) }

/** A profile's settings by the vendor's own parameter names. */
export function SettingRows() {
  const { control, formState } = useFormContext<{ device_profile_settings: TypedSetting[] }>()
  const { fields, append, remove } = useChildRows(control, 'device_profile_settings')
  const errors = formState.errors.device_profile_settings
  const error = errors?.message ?? errors?.root?.message

  return (
    <div className="flex flex-col gap-2">
      {error ? <Alert tone="danger">{error}</Alert> : null}
      {fields.length === 0 ? <p className="text-base text-text-muted">No settings of its own yet.</p> : null}
      {fields.map((field, index) => (
        <fieldset
          key={field.key}
          className="grid items-start gap-x-3 gap-y-2 max-sm:rounded-lg max-sm:border max-sm:border-border max-sm:p-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_auto_auto]"
        >
          <legend className="sr-only">{field.name || 'New setting'}</legend>
          <Fields
            of={SETTING}
            names={['name', 'value']}
            at={`device_profile_settings.${index}`}
            labelHidden={index > 0}
          />
          <div className={index > 0 ? 'sm:pt-1' : 'sm:pt-7'}>
            <Fields of={SETTING} names={['enabled']} at={`device_profile_settings.${index}`} />
          </div>
          <IconButton
            label={`Remove ${field.name || 'the setting'}`}
            icon={Trash2}
            className={index > 0 ? '' : 'sm:mt-6'}
            onClick={() => remove(index)}
          />
        </fieldset>
      ))}
      <Button
        size="sm"
        className="self-start"
        icon={Plus}
        onClick={() => append({ ...blankOf(setting), id: crypto.randomUUID() })}
      >
        Add a setting
      </Button>
    </div>
  )
}
