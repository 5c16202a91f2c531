export function downloadText(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
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
  delimiter?: string,
): Promise<void> {
  const { writeCsv } = await import('./csv')
  downloadText(await writeCsv(header, rows, delimiter), name, 'text/csv')
}
