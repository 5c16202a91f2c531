import type { CsvStyle } from '../csv'
import { fetchFile } from '../fetcher'

/** Saves a text in UTF-8 as a file of that name; `type` is its media type without a charset. */
export function downloadText(text: string, name: string, type: string): void {
  save(new Blob([text], { type: `${type};charset=utf-8` }), name)
}

/**
 * Downloads the file at a URL of ours or of Storage, under the server's name for it unless given. Unlike a link, it throws RequestFailure
 * when the server refuses or the file breaks off, and does not leave the page, whose unsaved changes a browser would ask about.
 */
export async function downloadFrom(url: string, name?: string): Promise<void> {
  const file = await fetchFile(url)
  save(file.content, name ?? file.name)
}

function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Downloads the rows as a CSV file under their headings; see `writeCsv`, which loads with the first of them. */
export async function downloadCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  style?: CsvStyle,
): Promise<void> {
  const { writeCsv } = await import('../csv')
  downloadText(await writeCsv(header, rows, style), name, 'text/csv')
}
