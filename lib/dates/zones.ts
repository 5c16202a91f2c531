/** An IANA zone as people read it: `America/New York`. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** Every IANA zone, to choose from. */
export const TIME_ZONES = Intl.supportedValuesOf('timeZone').map((value) => ({
  value,
  label: zoneName(value),
}))
