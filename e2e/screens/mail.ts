import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { readMails } from '../../local/auth/outbox.ts'
import { TEST_APP } from '../../scripts/lib/test-app.ts'

const OUTBOX = join(TEST_APP.dataDir, 'outbox')

/** The number of emails to an address. */
export async function mailCount(to: string): Promise<number> {
  return (await readMails(OUTBOX)).filter((mail) => mail.to === to).length
}

/** The link in the latest email to an address; waits for the email. */
export async function mailedLink(to: string): Promise<string> {
  let link: string | null | undefined
  await expect
    .poll(async () => {
      link = (await readMails(OUTBOX)).find((mail) => mail.to === to)?.link
      return link
    })
    .toBeTruthy()
  return String(link)
}

/** Opens an emailed link, as a mail scanner has done before, and uses it up. */
export async function followLink(page: Page, link: string): Promise<void> {
  expect((await page.request.get(link)).ok()).toBe(true)
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
}
