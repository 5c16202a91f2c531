import { customerRecords } from '@/lib/customers/customer-records'
import { overdueInvoices } from '@/lib/customers/overdue-invoices'
import { customerActivity } from '@/lib/trail/recent'
import { keys } from './keys'
import { useQuery } from './use-query'

/** Polling interval of what a customer's page shows of its invoices, numbers and stock, while somebody is on the line. */
const CUSTOMER_MS = 15_000

/** A customer's opportunities, numbers, stock and invoices, the first few of each. */
export const useCustomerRecords = (companyId: string) =>
  useQuery(keys.customerRecords(companyId), (supabase) => customerRecords(supabase, companyId), {
    early: true,
    refreshInterval: CUSTOMER_MS,
  })

/** The latest changes of a customer. */
export const useCustomerActivity = (companyId: string) =>
  useQuery(keys.customerActivity(companyId), (supabase) => customerActivity(supabase, companyId), {
    early: true,
    refreshInterval: CUSTOMER_MS,
  })

/** Overdue invoices, longest overdue first. */
export const useOverdueInvoices = () => useQuery(keys.overdueInvoices(), overdueInvoices, { early: true })
