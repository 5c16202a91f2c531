import { ChevronDown } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Menu } from '@/components/ui/menu'

type Action = { label: string; danger?: boolean; onSelect: () => void }

/** What can be done with the selected rows: small buttons side by side; on phones, which have no room for them, a menu. */
export function FoldedActions({ actions, disabled }: { actions: readonly Action[]; disabled: boolean }) {
  return (
    <>
      <div className="sm:hidden">
        <Menu
          trigger={
            <Button size="sm" disabled={disabled}>
              Actions<span className="sr-only"> for the selection</span>
              <ChevronDown aria-hidden size={14} />
            </Button>
          }
          entries={actions.map((action) => ({ kind: 'action', ...action }))}
        />
      </div>
      {actions.map(({ label, danger, onSelect }) => (
        <Button
          key={label}
          size="sm"
          disabled={disabled}
          className={cn('max-sm:hidden', danger && 'text-danger-text!')}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
    </>
  )
}
