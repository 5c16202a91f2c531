import { CircleSlash2, PhoneMissed, RotateCw, Unlink } from 'lucide-react'
import type { ComponentType, SVGProps } from 'react'
import type { Tone } from '@/components/ui/badge'
import type { Mark } from '@/lib/telephony/map/call-map'

/** Color, icon and label of each mark on the map. */
export const MAP_BADGES: Record<
  Mark,
  { tone: Tone; word: string; Icon: ComponentType<SVGProps<SVGSVGElement> & { size?: number }> }
> = {
  broken: { tone: 'danger', word: 'Leads nowhere', Icon: CircleSlash2 },
  circle: { tone: 'danger', word: 'Loops', Icon: RotateCw },
  unreached: { tone: 'warning', word: 'No number leads here', Icon: Unlink },
  unanswered: { tone: 'warning', word: 'Ends unanswered', Icon: PhoneMissed },
}
