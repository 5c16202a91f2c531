import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'

/** The content of a downloaded file. */
export async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}
