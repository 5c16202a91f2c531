import { matching, text } from '../records/field-builders'

const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/** What a field with a host name, an IPv4 address, or an IPv6 address in brackets is, as private.is_host limits it. */
export const HOST = {
  maxLength: 253,
  rule: matching(
    new RegExp(`^(${LABEL}(\\.${LABEL})*|\\[[0-9A-Fa-f:]{2,39}\\])$`),
    'Enter a host name or an IP address, IPv6 in brackets.',
  ),
}

/** The name of a gateway or switch; `hint` says who uses it. */
export function switchName(hint: string) {
  return text({
    label: 'Name',
    maxLength: 64,
    required: 'Enter a name.',
    rule: matching(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'Use letters, digits, dots, hyphens and underscores.'),
    hint,
  })
}
