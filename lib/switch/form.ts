import type { SwitchRequest } from './request'

/** Limit on the fields of a mod_xml_curl request; a channel has hundreds of variables. */
const MOST_FIELDS = 3000

const SECTIONS = [
  'directory',
  'dialplan',
  'configuration',
  'phrases',
  'chatplan',
  'languages',
  'channels',
] as const

/**
 * The fields of a mod_xml_curl request (application/x-www-form-urlencoded), the first of each name. Undefined for an unknown
 * section or too many fields, and for a text with a NUL, which no switch has and which cannot be asked of the database.
 */
export function formOf(body: string): SwitchRequest | undefined {
  const fields: Record<string, string> = Object.create(null)
  let count = 0
  for (const [name, value] of new URLSearchParams(body)) {
    count += 1
    if (count > MOST_FIELDS || value.includes('\0')) return undefined
    fields[name] ??= value
  }
  return SECTIONS.some((section) => section === fields.section) ? fields : undefined
}
