import { customerRecords } from '@/lib/customers/customer-records'
import { overdueInvoices } from '@/lib/customers/overdue-invoices'
import { customerActivity } from '@/lib/trail/recent'
import { keys } from './keys'
import { useQuery } from './use-query'

/** A customer's opportunities, numbers, stock and invoices, the first few of each. */
export const useCustomerRecords = (companyId: string) =>
  useQuery(keys.customerRecords(companyId), (supabase) => customerRecords(supabase, companyId))

/** The latest changes of a customer. */
export const useCustomerActivity = (companyId: string) =>
  useQuery(keys.customerActivity(companyId), (supabase) => customerActivity(supabase, companyId))

/** Overdue invoices, longest overdue first. */
export const useOverdueInvoices = () => useQuery(keys.overdueInvoices(), overdueInvoices)
