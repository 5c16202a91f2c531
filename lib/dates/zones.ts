/** An IANA zone for display: `America/New York`. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** All IANA zones. */
export const TIME_ZONES = Intl.supportedValuesOf('timeZone').map((value) => ({
  value,
  label: zoneName(value),
}))
