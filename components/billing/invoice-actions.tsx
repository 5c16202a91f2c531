import { Download, Ellipsis, Printer, RefreshCw } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { useAction } from '@/hooks/use-write'
import { type Invoice, type InvoiceLine, LINE_COLUMNS, lineCells, runCycle } from '@/lib/billing/invoices'
import { downloadCsv } from '@/lib/browser/download'
import { may, type Permissions } from '@/lib/session/permissions'

/** Actions that need confirmation. */
export type InvoiceAction = 'issue' | 'pay' | 'void' | 'remove' | 'adjust' | 'note'

/** The buttons of an invoice, depending on its state. */
export function InvoiceActions({
  invoice,
  lines,
  permissions,
  onAction,
}: {
  invoice: Invoice
  lines: readonly InvoiceLine[]
  permissions: Permissions | undefined
  onAction: (action: InvoiceAction) => void
}) {
  const { act, pending: working } = useAction()
  const draft = invoice.status === 'draft'
  const standing = invoice.status === 'issued' || invoice.status === 'paid'
  const mayEdit = may(permissions, 'billing', 'edit')
  const mayCreate = may(permissions, 'billing', 'create')

  async function exportLines() {
    const name = `invoice-${invoice.number ?? `draft-${invoice.period_start}`}.csv`
    await downloadCsv(
      name,
      LINE_COLUMNS,
      lines.map((line) => lineCells(invoice, line)),
    )
  }

  async function redraft() {
    await act(
      (supabase) => runCycle(supabase, invoice.tenant_id, invoice.period_start),
      'The draft is up to date',
    )
  }

  const more: MenuEntry[] = []
  if (draft && mayEdit)
    more.push({ kind: 'action', label: 'Add an adjustment', onSelect: () => onAction('adjust') })
  if (draft && mayEdit)
    more.push({ kind: 'action', label: 'Edit the note', onSelect: () => onAction('note') })
  if (may(permissions, 'billing', 'export')) {
    more.push({
      kind: 'action',
      label: 'Export lines as CSV',
      icon: Download,
      onSelect: () => void exportLines(),
    })
  }
  if (draft && may(permissions, 'billing', 'delete')) {
    more.push({ kind: 'action', label: 'Remove draft', danger: true, onSelect: () => onAction('remove') })
  }
  if (standing && mayEdit) {
    more.push({ kind: 'action', label: 'Void invoice', danger: true, onSelect: () => onAction('void') })
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={Printer} onClick={() => window.print()}>
        Print
      </Button>
      {draft && (mayCreate || mayEdit) ? (
        <Button icon={RefreshCw} loading={working} onClick={() => void redraft()}>
          Refresh
        </Button>
      ) : null}
      {draft && mayEdit ? (
        <Button variant="primary" onClick={() => onAction('issue')}>
          Issue
        </Button>
      ) : null}
      {invoice.status === 'issued' && mayCreate ? (
        <Button variant="primary" onClick={() => onAction('pay')}>
          Mark paid
        </Button>
      ) : null}
      {more.length > 0 ? (
        <Menu
          trigger={<IconButton variant="secondary" label="More actions" icon={Ellipsis} />}
          entries={more}
        />
      ) : null}
    </div>
  )
}
