import { FORWARDINGS } from './forwardings'

export interface CallHandling {
  suspended: boolean
  do_not_disturb: boolean
  follow_me_enabled: boolean
  forward_all_enabled: boolean
  forward_busy_enabled: boolean
  forward_no_answer_enabled: boolean
  forward_not_registered_enabled: boolean
}

export interface CallBadge {
  label: string
  tone: 'warning' | 'info'
}

/**
 * What happens to an extension's calls besides ringing, most important first. Rules made ineffective by a stronger one are left
 * out: "Forwards all" hides everything but "Do not disturb", which keeps queues and most groups away.
 */
export function callBadges(extension: CallHandling): CallBadge[] {
  const badges: CallBadge[] = []
  if (extension.forward_all_enabled) badges.push({ label: 'Forwards all', tone: 'warning' })
  if (extension.do_not_disturb) badges.push({ label: 'Do not disturb', tone: 'warning' })
  if (extension.forward_all_enabled) return badges
  for (const { name, badge } of FORWARDINGS) {
    if (extension[`forward_${name}_enabled`]) badges.push({ label: badge, tone: 'info' })
  }
  if (extension.follow_me_enabled) badges.push({ label: 'Follow me', tone: 'info' })
  return badges
}
