/** States that lie in one time zone, by their postal code. Those that lie in two are left out: there it is not known. */
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

/** The time zone (IANA) of a state by its postal code; null where the state does not tell. */
export function zoneOfState(state: string | null): string | null {
  if (!state) return null
  return Object.keys(ZONES).find((zone) => ZONES[zone]?.includes(state.toUpperCase())) ?? null
}
