/** States with a single time zone, by postal abbreviation. States with two are left out. */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  'America/New_York': [
    'CT',
    'DC',
    'DE',
    'GA',
    'MA',
    'MD',
    'ME',
    'NC',
    'NH',
    'NJ',
    'NY',
    'OH',
    'PA',
    'RI',
    'SC',
    'VA',
    'VT',
    'WV',
  ],
  'America/Chicago': ['AL', 'AR', 'IA', 'IL', 'LA', 'MN', 'MO', 'MS', 'OK', 'WI'],
  'America/Denver': ['CO', 'MT', 'NM', 'UT', 'WY'],
  'America/Phoenix': ['AZ'],
  'America/Los_Angeles': ['CA', 'NV', 'WA'],
  'Pacific/Honolulu': ['HI'],
}

/** A state's time zone (IANA name) by its postal abbreviation; null when the state has more than one or is unknown. */
export function zoneOfState(state: string | null): string | null {
  if (!state) return null
  return Object.keys(ZONES).find((zone) => ZONES[zone]?.includes(state.toUpperCase())) ?? null
}
