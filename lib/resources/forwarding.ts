import type { z } from 'zod'
import { destination, group, toggle } from '../records/field-builders'
import { FORWARDINGS } from '../telephony/forwardings'

const on = (label: string) => toggle({ label })
const to = (label: string) => destination({ label: `${label} to` })

/** An extension's do-not-disturb, and when and where it forwards calls. */
export const forwarding = group(
  'Forwarding',
  {
    do_not_disturb: on('Do not disturb'),
    forward_all_enabled: on('Forward always'),
    forward_all_destination_id: to('Forward always'),
    forward_busy_enabled: on('Forward on busy'),
    forward_busy_destination_id: to('Forward on busy'),
    forward_no_answer_enabled: on('Forward on no answer'),
    forward_no_answer_destination_id: to('Forward on no answer'),
    forward_not_registered_enabled: on('Forward when not registered'),
    forward_not_registered_destination_id: to('Forward when not registered'),
  },
  { bulk: true },
)

type Forwarding = Record<`forward_${(typeof FORWARDINGS)[number]['name']}_enabled`, boolean> &
  Record<`forward_${(typeof FORWARDINGS)[number]['name']}_destination_id`, string | null>

/** Requires a destination for each forwarding that is enabled. */
export function forwardsSomewhere(values: Forwarding, context: z.RefinementCtx): void {
  for (const { name } of FORWARDINGS) {
    if (!values[`forward_${name}_enabled`] || values[`forward_${name}_destination_id`]) continue
    const path = [`forward_${name}_destination_id`]
    context.addIssue({ code: 'custom', path, message: 'Choose where these calls go.' })
  }
}
