import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { lateDialog } from '@/components/ui/late-code'
import { useMember } from '@/hooks/use-member'
import { customerPath, CUSTOMERS_PATH } from '@/lib/record-paths'
import { customer } from '@/lib/resources/customer'
import { CustomerList } from './customer-list'
import { CustomerSections } from './customer-sections'

const RecordForm = lateDialog(
  dynamic(() => import('@/components/records/record-form').then((module) => module.RecordForm)),
)

/** The form for a new customer, on top of the list. */
export function NewCustomer() {
  const router = useRouter()
  const { member } = useMember()
  return (
    <>
      <CustomerList />
      <RecordForm
        resource={customer}
        stored={null}
        initial={{ owner_id: member?.id ?? null }}
        sections={CustomerSections}
        size="xl"
        onClose={() => void router.replace(CUSTOMERS_PATH)}
        onSaved={({ id }) => void router.replace(customerPath(id))}
      />
    </>
  )
}
