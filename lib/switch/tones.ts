import type { RING_GROUPS } from '../supabase/constraints'

/** The ringback tone of North America, in FreeSWITCH's tone language. */
export const US_RING = '%(2000,4000,440,480)'

/** Ringback tones by their names in ring groups (ITU-T E.180). */
export const TONES: Readonly<Record<string, string>> = {
  us_ring: US_RING,
  uk_ring: '%(400,200,400,450);%(400,2000,400,450)',
  eu_ring: '%(1000,4000,425)',
  silence: 'silence',
} satisfies Record<Exclude<(typeof RING_GROUPS.ringback.choices)[number], 'hold_music'>, string>
