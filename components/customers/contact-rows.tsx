import { Plus, Trash2 } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { useChildRows } from '@/hooks/use-child-rows'
import { useMember } from '@/hooks/use-member'
import { blankOf, fieldsOf } from '@/lib/records/resource'
import { contact, type CustomerContact } from '@/lib/resources/customer'
import { may } from '@/lib/session/permissions'

interface ContactForm {
  contacts: CustomerContact[]
}

const CONTACT = { fields: fieldsOf(contact) }

/** The contacts in a company's form, of Customers or of Sales. */
export function ContactRows({ mayEdit }: EditorProps) {
  const { control } = useFormContext<ContactForm>()
  const { fields, append, remove } = useChildRows(control, 'contacts')
  const { permissions } = useMember()
  // The database requires the same, for the forms of both sections.
  const mayAdd = mayEdit && (may(permissions, 'customers', 'create') || may(permissions, 'sales', 'create'))
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base font-semibold">Contacts</h3>
      {fields.length === 0 ? <p className="text-sm text-text-muted">No contacts yet.</p> : null}
      <ul className="flex flex-col gap-3">
        {fields.map((field, index) => (
          <li key={field.key} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-4">
              <Fields of={CONTACT} at={`contacts.${index}`} />
            </div>
            {mayEdit ? (
              <IconButton
                label={`Remove contact ${index + 1}`}
                className="mt-6"
                icon={Trash2}
                iconSize={14}
                onClick={() => remove(index)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {mayAdd ? (
        <div>
          <Button
            size="sm"
            icon={Plus}
            onClick={() => append({ ...blankOf(contact), id: crypto.randomUUID() })}
          >
            Add a contact
          </Button>
        </div>
      ) : null}
    </section>
  )
}
