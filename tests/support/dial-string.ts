/** One leg of a dial string, with its own variables. */
export interface DialedLeg {
  endpoint: string
  variables: ReadonlyMap<string, string>
}

/** A dial string of FreeSWITCH's originate: groups tried one after the other (`|`), each of legs that are called together (`,`). */
export interface DialString {
  /** `{…}`: variables of all legs. */
  variables: ReadonlyMap<string, string>
  groups: readonly (readonly DialedLeg[])[]
}

export function parseDialString(text: string): DialString {
  const { variables, rest } = leading(text, '{', '}')
  const groups = split(rest, '|').map((group) =>
    split(group, ',').map((leg): DialedLeg => {
      const { variables: own, rest: endpoint } = leading(leg, '[', ']')
      if (!/^[a-z]+\/[^\s[\]{}<>'"]+$/.test(endpoint)) throw new Error(`Not an endpoint: ${endpoint}`)
      return { endpoint, variables: own }
    }),
  )
  return { variables, groups }
}

/** Variables in brackets at the beginning, of which there may be several, and what follows them. */
function leading(
  text: string,
  open: string,
  close: string,
): { variables: Map<string, string>; rest: string } {
  if (!text.startsWith(open)) return { variables: new Map(), rest: text }
  const end = text.indexOf(close)
  if (end < 0) throw new Error(`No ${close} in ${text}`)
  const { variables, rest } = leading(text.slice(end + 1), open, close)
  for (const pair of split(text.slice(1, end), ',')) {
    const at = pair.indexOf('=')
    if (at < 1) throw new Error(`Not a variable: ${pair}`)
    variables.set(pair.slice(0, at), pair.slice(at + 1).replace(/^'(.*)'$/, '$1'))
  }
  return { variables, rest }
}

/** Splits where the separator is neither in brackets nor in single quotes. */
function split(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  let quoted = false
  for (const letter of text) {
    if (letter === "'") quoted = !quoted
    else if (!quoted && '[{'.includes(letter)) depth += 1
    else if (!quoted && ']}'.includes(letter)) depth -= 1
    if (letter === separator && depth === 0 && !quoted) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}
