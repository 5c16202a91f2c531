import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import useSWR from 'swr'
import { ContactRows } from '@/components/customers/contact-rows'
import type { EditorProps } from '@/components/records/record-form'
import { Alert } from '@/components/ui/alert'
import { companiesLike, LIKENESS, type TypedCompany } from '@/lib/sales/companies'
import { getSupabase } from '@/lib/supabase/browser-client'

const TYPING_PAUSE_MS = 400

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
  const [typed, setTyped] = useState<TypedCompany | null>(null)
  useEffect(() => {
    const timer = setTimeout(
      () => setTyped({ id, name: name ?? '', website: website ?? '', phone: phone ?? '' }),
      TYPING_PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [id, name, website, phone])
  const { data = [] } = useSWR(
    typed ? (['companies-like', typed] as const) : null,
    async ([, company]) => companiesLike(await getSupabase(), company),
    { keepPreviousData: true },
  )
  if (data.length === 0) return null
  return (
    <Alert tone="warning" title="This company may be here already">
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
