/** An XML element; text is only ever an attribute's value or `text`. */
export interface Element {
  name: string
  attributes?: Readonly<Record<string, string | number | boolean>>
  children?: readonly Element[]
}

/** An element of a document; its attributes and texts are escaped when it is written. */
export function element(
  name: string,
  attributes: Element['attributes'] = {},
  children: readonly Element[] = [],
): Element {
  return { name, attributes, children }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Characters that XML 1.0 cannot represent (section 2.2), and line breaks, which FreeSWITCH's parser keeps in attributes. */
const UNFIT =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Most values. Without a hyphen, which X-PRE-PROCESS has. */
const HARMLESS = /^[\w ./:@+]*$/

/**
 * The only place where text becomes XML. Characters that XML cannot represent become spaces. FreeSWITCH preprocesses an answer
 * before parsing it: it expands `$${…}` and drops lines with X-PRE-PROCESS (preprocess in switch_xml.c), so `$` and that word are
 * written as character references, which are resolved later.
 */
export function escaped(text: string): string {
  if (HARMLESS.test(text)) return text
  return text
    .replace(UNFIT, ' ')
    .replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
    .replaceAll('$', '&#36;')
    .replace(/x(?=-pre-process)/gi, (letter) => `&#${letter.charCodeAt(0)};`)
}

function written({ name, attributes = {}, children = [] }: Element): string {
  const listed = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  const open = `<${name}${listed.join('')}`
  return children.length === 0 ? `${open}/>` : `${open}>\n${children.map(written).join('\n')}\n</${name}>`
}

export type Section = 'directory' | 'dialplan' | 'configuration'

/** A complete answer to mod_xml_curl. Without an XML declaration, because FreeSWITCH drops the line that contains one. */
export function xmlDocument(section: Section | 'result', children: readonly Element[]): string {
  return written(
    element('document', { type: 'freeswitch/xml' }, [element('section', { name: section }, children)]),
  )
}

/** FreeSWITCH's answer for anything unknown; it then consults its own files. */
export const NOT_FOUND = xmlDocument('result', [element('result', { status: 'not found' })])

/** A list of `<param name= value=>` or similar elements, in order. */
export function named(
  tag: 'param' | 'variable',
  values: Readonly<Record<string, string | number | boolean | null | undefined>>,
): Element[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [element(tag, { name, value })],
  )
}
