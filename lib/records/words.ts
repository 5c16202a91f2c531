/** The name of a column or stored value in words: `call_timeout` is "Call timeout". */
export function inWords(name: string): string {
  return sentenceCase(name.replace(/(_destination)?_(id|uuid)$/, '').replaceAll(/[_-]/g, ' '))
}

/** The text with a capital first letter. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "1 ring group", "5,000 ring groups". */
export function countOf(count: number, { noun, plural }: { noun: string; plural: string }): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`
}
