import type { CallStatus } from '@/lib/cdr/call-record'

/** The color of each status in charts; each has a light and a dark value. */
export const STATUS_COLORS: Readonly<Record<CallStatus, string>> = {
  answered: 'var(--success)',
  missed: 'var(--warning)',
  voicemail: 'var(--info)',
  busy: 'var(--accent)',
  failed: 'var(--danger)',
  cancelled: 'var(--border-control)',
}
