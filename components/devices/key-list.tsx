import { cn } from '@/components/ui/cn'
import { placeOf } from '@/lib/telephony/provisioning/configuration'
import { KEY_TYPE_LABELS, keyName, type KeyRow } from '@/lib/telephony/provisioning/key-rows'

type KeyListProps = {
  /** In order, those of the profile included. */
  keys: readonly KeyRow[]
  /** Places of the keys that are not the profile's. */
  own: ReadonlySet<string>
  selected: Pick<KeyRow, 'category' | 'position'>
  labelOf: (destinationId: string) => string
  onOpen: (key: KeyRow) => void
}

/** The programmed keys, as a list from which one is opened. */
export function KeyList({ keys, own, selected, labelOf, onOpen }: KeyListProps) {
  return (
    <section className="flex min-w-0 flex-col gap-2" aria-label="Programmed keys">
      <h4 className="text-sm font-medium text-text-muted">Programmed keys</h4>
      {keys.length === 0 ? (
        <p className="text-base text-text-muted">None yet: select a key on the phone.</p>
      ) : (
        <ol className="flex max-h-56 flex-col overflow-y-auto">
          {keys.map((key) => {
            const now = placeOf(key) === placeOf(selected)
            return (
              <li key={placeOf(key)}>
                <button
                  type="button"
                  aria-current={now || undefined}
                  onClick={() => onOpen(key)}
                  className={cn(
                    'flex min-h-7 w-full items-baseline gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-surface-hover touch:min-h-11 touch:items-center',
                    now && 'bg-accent-soft text-accent-text',
                  )}
                >
                  <span className="w-28 shrink-0">{keyName(key)}</span>
                  <span className="min-w-0 break-words">
                    {KEY_TYPE_LABELS[key.type]}
                    {key.destination_id || key.value
                      ? ` · ${key.destination_id ? labelOf(key.destination_id) : key.value}`
                      : ''}
                    {own.has(placeOf(key)) ? '' : ' · profile'}
                  </span>
                </button>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
