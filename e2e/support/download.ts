import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'

/** What a file that the page handed out holds. */
export async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}
