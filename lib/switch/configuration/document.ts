import { type Element, element, named, xmlDocument } from '../xml'

export type Values = Parameters<typeof named>[1]

/** The answer to a request for one of FreeSWITCH's configuration files. */
export function configuration(name: string, children: readonly Element[]): string {
  return xmlDocument('configuration', [element('configuration', { name }, children)])
}

/** The list of `<param>` elements that a module reads its settings from. */
export function settings(values: Values, tag = 'settings'): Element {
  return element(tag, {}, named('param', values))
}
