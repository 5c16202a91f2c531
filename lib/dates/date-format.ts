const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The `en-US` format of these options. Kept, because making one takes a hundred times as long as using it, and a list writes hundreds of
 * dates. Throws RangeError for an unknown time zone.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formats.set(key, format)
  return format
}
