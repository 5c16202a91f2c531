import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'

/** The app's keyboard shortcuts. */
const KEYS: readonly { keys: readonly (readonly string[])[]; does: string }[] = [
  { keys: [['/'], ['Ctrl', 'K'], ['⌘', 'K']], does: 'Search companies, numbers and MAC addresses' },
  { keys: [['↑'], ['↓']], does: 'Move through results, lists, menus and choices' },
  { keys: [['Shift', '↓']], does: 'Move by five results' },
  { keys: [['Enter']], does: 'Open what is highlighted, or save a form' },
  { keys: [['Esc']], does: 'Close a dialog or a menu' },
  { keys: [['?']], does: 'Show these keys' },
]

/** Keyboard help, opened by the question mark. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      fullScreenOnPhone={false}
      title="Keyboard"
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className="flex flex-col gap-2 text-sm">
        {KEYS.map(({ keys, does }) => (
          <div key={does} className="grid grid-cols-[9rem_minmax(0,1fr)] items-baseline gap-3">
            <dt className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {keys.map((together) => (
                <span key={together.join(' ')} className="inline-flex gap-1">
                  {together.map((one) => (
                    <Kbd key={one}>{one}</Kbd>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
