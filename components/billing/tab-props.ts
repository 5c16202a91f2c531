/** What every tab of a tenant's billing is given. */
export interface TabProps {
  tenantId: string
  onOpenInvoice: (invoiceId: string) => void
}
