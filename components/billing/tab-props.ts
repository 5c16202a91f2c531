export interface TabProps {
  tenantId: string
  onOpenInvoice: (invoiceId: string) => void
}
