import { X } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/icon-button'
import { LinkButton } from '@/components/ui/link-button'
import type { CallMap, MapNode } from '@/lib/telephony/map/call-map'
import { hasPage, nounAndLabel, recordPath } from '@/lib/telephony/routing/record'
import { MAP_BADGES } from './map-badges'

/** Details of a place: what happens there, why calls come there, and a link to its record. */
export function NodeDetails({
  tenantId,
  map,
  place,
  onClose,
}: {
  tenantId: string
  map: CallMap
  place: MapNode
  onClose: () => void
}) {
  const ways = [...new Set(map.edges.filter(({ to }) => to === place.key).flatMap(({ ways }) => ways))]
  return (
    <section
      aria-label={place.label}
      className="max-h-96 overflow-y-auto rounded-lg border border-border bg-surface-raised p-3 text-sm shadow-raised"
    >
      <div className="flex items-start justify-between gap-2">
        <h3 className="min-w-0 text-base font-semibold break-words">{place.label}</h3>
        <IconButton size="sm" label="Close" icon={X} onClick={onClose} />
      </div>
      {place.marks.map((mark) => {
        const { tone, word, Icon } = MAP_BADGES[mark]
        return (
          <Badge key={mark} tone={tone} icon={<Icon aria-hidden size={12} />}>
            {word}
          </Badge>
        )
      })}
      <p className="mt-1">{place.does}</p>
      {ways.length > 0 ? (
        <ul aria-label="Why calls come here" className="mt-2 list-disc pl-4 text-text-muted">
          {ways.map((way) => (
            <li key={way}>{way}</li>
          ))}
        </ul>
      ) : null}
      {hasPage(place.record) ? (
        <LinkButton size="sm" className="mt-3" href={recordPath(tenantId, place.record)}>
          Open {nounAndLabel(place.record)}
        </LinkButton>
      ) : null}
    </section>
  )
}
