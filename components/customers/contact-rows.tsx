import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { EditorProps } from '@/components/resource/record-form'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import type { CustomerContact } from '@/lib/resources/customer'

interface ContactForm {
  contacts: CustomerContact[]
}

const FIELDS = [
  { name: 'name', label: 'Name', maxLength: 120 },
  { name: 'role', label: 'Role', maxLength: 120 },
  { name: 'email', label: 'Email', maxLength: 254 },
  { name: 'phone', label: 'Phone', maxLength: 24 },
] as const

/** The people to talk to at a customer, edited with it. */
export function ContactRows({ mayEdit }: EditorProps) {
  const { control, register, formState } = useFormContext<ContactForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'contacts', keyName: 'key' })
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base font-semibold">Contacts</h3>
      {fields.length === 0 ? <p className="text-sm text-text-muted">Nobody yet.</p> : null}
      <ul className="flex flex-col gap-3">
        {fields.map((field, index) => (
          <li key={field.key} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-4">
              {FIELDS.map(({ name, label, maxLength }) => (
                <FormRow key={name} label={label} error={formState.errors.contacts?.[index]?.[name]?.message}>
                  <Input maxLength={maxLength} {...register(`contacts.${index}.${name}`)} />
                </FormRow>
              ))}
            </div>
            {mayEdit ? (
              <IconButton
                label={`Remove contact ${index + 1}`}
                className="mt-6"
                icon={<Trash2 aria-hidden size={14} />}
                onClick={() => remove(index)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {mayEdit ? (
        <div>
          <Button
            size="sm"
            icon={<Plus aria-hidden size={14} />}
            onClick={() => append({ id: crypto.randomUUID(), name: '', role: '', email: '', phone: '' })}
          >
            Add a contact
          </Button>
        </div>
      ) : null}
    </section>
  )
}
