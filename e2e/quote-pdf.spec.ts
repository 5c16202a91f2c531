import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText } from 'unpdf'
import { expect } from './fixtures'
import { test } from './support/rows'

test.use({ role: 'admin' })

/** The name and text of the downloaded file. */
async function savedPdf(page: Page): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  const saved = await saving
  const { text } = await extractText(new Uint8Array(await readFile(await saved.path())), {
    mergePages: true,
  })
  return { name: saved.suggestedFilename(), text: text.replace(/\s+/g, ' ') }
}

test('a quote is saved as the same PDF by staff, and by its customer without an account', async ({
  page,
  browser,
  rows,
  service,
}) => {
  const opportunity = await rows.opportunity('Quoted phones', await rows.company('Foxtail Instruments'))
  const { data: seat } = await service.from('services').select('id').eq('name', 'Hosted seat').single()
  await rows.add('opportunity_items', {
    opportunity_id: opportunity,
    service_id: seat?.id ?? '',
    quantity: 7,
    monthly_price: 22,
  })
  await page.goto(`/app/sales/opportunities/${opportunity}`)
  await page.getByRole('button', { name: 'New quote' }).click()
  const form = page.getByRole('dialog', { name: 'New quote' })
  await form.getByLabel('Terms').fill('Net 15.')
  await form.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: /^Q-\d{4}-\d{5}$/ }).click()
  const quotes = service.from('quotes').select('number, status, link_token').eq('opportunity_id', opportunity)
  const { data: drafted } = await quotes.single().throwOnError()
  expect(drafted.status).toBe('draft')

  const ours = await savedPdf(page)
  expect(ours.name).toBe(`${drafted.number}-draft.pdf`)
  for (const said of [drafted.number, 'Foxtail Instruments', 'Hosted seat', '$154.00', 'Net 15.']) {
    expect(ours.text).toContain(said)
  }

  await page.getByRole('button', { name: 'Send' }).click()
  const sending = page.getByRole('dialog', { name: /^Send Q-/ })
  await sending.getByLabel('To').fill('buyer@example.com')
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(sending).toBeHidden()
  await expect.poll(async () => (await quotes.single()).data?.status).toBe('sent')
  const sent = await savedPdf(page)

  // What the customer has in hand does not change with the opportunity.
  await service.from('opportunities').update({ name: 'Renamed since' }).eq('id', opportunity).throwOnError()
  const theirs = await browser.newPage({ storageState: { cookies: [], origins: [] } })
  await theirs.goto(new URL(`/quote/${drafted.link_token}`, page.url()).href)
  await expect(theirs.getByRole('heading', { name: 'Your quote' })).toBeVisible()
  expect(await savedPdf(theirs)).toEqual(sent)
  // On a phone, everything is in sight without scrolling sideways.
  await theirs.setViewportSize({ width: 390, height: 844 })
  await expect(theirs.getByText('7 × $22.00 a month')).toBeVisible()
  await expect(theirs.getByRole('cell', { name: '$154.00' }).last()).toBeInViewport()
  await expect(theirs.getByRole('region', { name: /scrollable$/ })).toHaveCount(0)
  await theirs.close()
})
