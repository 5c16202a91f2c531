import type { Tone } from '@/components/ui/badge'
import type { Severity } from '@/lib/telephony/routing/problems/problem'

/** The severities, most severe first, with their labels. */
export const SEVERITIES: readonly {
  severity: Severity
  /** The corresponding count in a tenant's header. */
  counted: 'errors' | 'warnings' | 'notices'
  tone: Tone
  title: string
  meaning: string
}[] = [
  {
    severity: 'error',
    counted: 'errors',
    tone: 'danger',
    title: 'Errors',
    meaning: 'Calls fail or go to the wrong place, or a law is violated.',
  },
  {
    severity: 'warning',
    counted: 'warnings',
    tone: 'warning',
    title: 'Warnings',
    meaning: 'Calls may not go where people expect.',
  },
  {
    severity: 'notice',
    counted: 'notices',
    tone: 'info',
    title: 'Notices',
    meaning: 'Worth a look.',
  },
]
