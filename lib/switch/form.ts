import type { SwitchRequest } from './request'

/** Fields that mod_xml_curl sends of a channel with hundreds of variables; more is no call. */
const MOST_FIELDS = 3000

const SECTIONS = ['directory', 'dialplan', 'configuration', 'phrases', 'chatplan', 'languages'] as const

/**
 * The fields of a request of mod_xml_curl (application/x-www-form-urlencoded), the first of each name. Undefined for what is none:
 * no section that FreeSWITCH has, or too many fields.
 */
export function formOf(body: string): SwitchRequest | undefined {
  const fields: Record<string, string> = Object.create(null)
  let count = 0
  for (const [name, value] of new URLSearchParams(body)) {
    count += 1
    if (count > MOST_FIELDS) return undefined
    fields[name] ??= value
  }
  return SECTIONS.some((section) => section === fields.section) ? fields : undefined
}
