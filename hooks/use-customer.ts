import { customerRecords } from '@/lib/customers/customer-records'
import { overdueInvoices } from '@/lib/customers/overdue-invoices'
import { keys } from './keys'
import { useQuery } from './use-query'

/** A customer's opportunities, numbers, stock and invoices, the first of each. */
export const useCustomerRecords = (companyId: string) =>
  useQuery(keys.customerRecords(companyId), (supabase) => customerRecords(supabase, companyId))

/** The invoices that are overdue, the longest first. */
export const useOverdueInvoices = () => useQuery(keys.overdueInvoices(), overdueInvoices)
