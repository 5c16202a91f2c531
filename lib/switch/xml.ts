/** An XML element; text is only ever an attribute's value or `text`. */
export interface Element {
  name: string
  attributes?: Readonly<Record<string, string | number | boolean>>
  children?: readonly Element[]
}

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

/** What XML 1.0 cannot carry in any form (section 2.2), and line breaks, which FreeSWITCH's parser keeps in attributes. */
const UNFIT =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** FreeSWITCH looks for its preprocessor's words in the text of an answer before it parses it (preprocess in switch_xml.c). */
const PREPROCESSED = /x-pre-process|\$\$/gi

/** The only place where text becomes XML. Characters that XML cannot carry become spaces. */
export function escaped(text: string): string {
  return text
    .replace(UNFIT, ' ')
    .replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
    .replace(PREPROCESSED, (words) => words.replaceAll('-', '&#45;').replaceAll('$', '&#36;'))
}

function written({ name, attributes = {}, children = [] }: Element): string {
  const listed = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  const open = `<${name}${listed.join('')}`
  return children.length === 0 ? `${open}/>` : `${open}>\n${children.map(written).join('\n')}\n</${name}>`
}

export type Section = 'directory' | 'dialplan' | 'configuration'

/** A whole answer to mod_xml_curl. FreeSWITCH leaves out lines with an XML declaration, so there is none. */
export function xmlDocument(section: Section | 'result', children: readonly Element[]): string {
  const root = element('document', { type: 'freeswitch/xml' }, [
    element('section', { name: section }, children),
  ])
  return `${written(root)}\n`
}

/** What FreeSWITCH is told of whatever there is not. It then asks its own files. */
export const NOT_FOUND = xmlDocument('result', [element('result', { status: 'not found' })])

/** `<param name= value=>` and its kin, in order. */
export function named(
  tag: 'param' | 'variable',
  values: Readonly<Record<string, string | number | boolean | null | undefined>>,
): Element[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [element(tag, { name, value })],
  )
}
