import { useFormContext } from 'react-hook-form'
import { ContactRows } from '@/components/customers/contact-rows'
import type { EditorProps } from '@/components/records/record-form'
import { Alert } from '@/components/ui/alert'
import { useCompaniesLike } from '@/hooks/use-opportunity'
import { LIKENESS } from '@/lib/sales/companies'

/** Under the fields of a company: others that may be the same one, and its contacts. */
export function CompanySections(props: EditorProps) {
  return (
    <>
      <CompaniesAlike id={props.recordId} />
      <ContactRows {...props} />
    </>
  )
}

function CompaniesAlike({ id }: { id: string }) {
  const { watch } = useFormContext<{ name: string; website: string | null; phone: string | null }>()
  const [name, website, phone] = watch(['name', 'website', 'phone'])
  const data = useCompaniesLike({ id, name: name ?? '', website: website ?? '', phone: phone ?? '' })
  if (data.length === 0) return null
  return (
    <Alert tone="warning" title="This company may already be here">
      <ul>
        {data.map(({ id: other, company_name, kind }) => (
          <li key={other}>
            {company_name} has {LIKENESS[kind]}.
          </li>
        ))}
      </ul>
    </Alert>
  )
}
