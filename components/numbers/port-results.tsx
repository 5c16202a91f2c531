import { useState } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import type { Portability } from '@/lib/numbers/number-facts'
import { shownNumber } from '@/lib/validation/phone'
import { PortActions } from './port-actions'
import { PORT_COLUMNS } from './port-columns'

/** The results number by number, with actions on the selected numbers, or on all that were not refused. */
export function PortResults({ checked, working }: { checked: readonly Portability[]; working: boolean }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = checked.filter(({ number, portable }) =>
    selected.size > 0 ? selected.has(number) : portable !== false,
  )
  return (
    <section aria-label="Result" className="flex flex-col gap-3">
      <PortActions checked={checked} chosen={chosen} working={working} />
      <DataTable
        label="Checked numbers"
        rows={checked}
        rowKey={({ number }) => number}
        outdated={working}
        selection={{
          selected,
          onChange: setSelected,
          rowLabel: ({ number }) => shownNumber(number),
          rows: 'checked numbers',
        }}
        columns={PORT_COLUMNS}
        empty={<EmptyState title="Nothing checked" />}
      />
    </section>
  )
}
