import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/called-tenant'

/** The layout engine is large, so it is loaded when the first drawing is shown. */

const WEEKDAY = '2026-11-23T10:00'

test('the outline and the diagram show every place where the calls to a number may end', async ({
  page,
  tenant,
}) => {
  const map = page.getByRole('list', { name: /^From / })
  const drawing = page.getByRole('region', { name: 'Drawing of the call map' })
  const place = (name: RegExp) => drawing.getByRole('button', { name })

  await test.step('on a phone the outline comes first, and the diagram on request', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/app/tenants/${tenant.id}/call-map?at=${WEEKDAY}`)
    await expect(map).toBeVisible()
    await expect(drawing).toHaveCount(0)
    await page.getByRole('button', { name: 'Show the drawing' }).click()
    await expect(drawing.getByRole('button', { name: /^Ring group 6000/ })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the overview draws it on request, and leads there', async () => {
    await followAfterForm(page, `/app/tenants/${tenant.id}`)
    await page.getByRole('button', { name: 'Show the drawing' }).click()
    await expect(place(/^Ring group 6000 Front office/)).toBeVisible()
    await expect(place(/^Voicemail of extension 1001/)).toBeVisible()
    await page.getByRole('link', { name: 'Open the call map' }).click()
    await expect(page).toHaveURL(`/app/tenants/${tenant.id}/call-map`)
    await expect(map).toBeVisible()
    await page.goto(`/app/tenants/${tenant.id}/call-map?at=${WEEKDAY}`)
  })

  await test.step('the outline follows a number to every place its calls may end', async () => {
    await expect(map.getByRole('link')).toHaveText([
      'Time condition 5000 Office hours',
      'Ring group 6000 Front office',
      'Voicemail of extension 1001 Reception',
      'Voicemail of extension 1001 Reception',
    ])
    await expect(map).toContainText('No rule of 5000 Office hours applies.')
    await expect(map.getByText('Not now')).toHaveCount(1)
  })

  await test.step('the diagram shows the routes at a given moment or at any time', async () => {
    await expect(place(/^Time condition 5000 Office hours/)).toBeVisible()
    await expect(place(/^Ring group 6000 Front office/)).toBeVisible()
    await expect(drawing.getByText('Weekdays', { exact: true })).toBeVisible()
    await expect(drawing.getByText('Otherwise', { exact: true })).toHaveCount(0)
    await page.getByRole('combobox', { name: 'When' }).selectOption('Any time')
    await expect(drawing.getByText('Otherwise', { exact: true })).toBeVisible()
    await expect(map.getByText('Not now')).toHaveCount(0)
    await expectAccessible(page, 'the call map')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the diagram can be zoomed by keyboard and prints on one page', async () => {
    const group = drawing.getByRole('button', { name: /^Ring group 6000/ })
    // Resolves when it stands still: the drawing is fitted into its frame first.
    await group.hover({ trial: true })
    const width = async () => (await group.boundingBox())?.width ?? 0
    const before = await width()
    await group.focus()
    await page.keyboard.press('-')
    await expect.poll(width).toBeLessThan(before)
    await page.keyboard.press('0')
    await expect.poll(width).toBeCloseTo(before, 0)

    const paper = (await page.pdf({ format: 'Letter' })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })

  await test.step('a place says why calls come to it, and links to its record', async () => {
    await place(/^Ring group 6000 Front office/).focus()
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: 'Ring group 6000 Front office' })
    await expect(details).toContainText('rings 2 phones')
    await expect(details.getByRole('list', { name: 'Why calls come here' })).toContainText(
      '5000 Office hours is open',
    )
    await details.getByRole('link', { name: 'Open ring group 6000 Front office' }).click()
    await expect(page.getByRole('dialog', { name: '6000 Front office' })).toBeVisible()
  })
})

test('dead ends and unreachable records are marked, and the map can be narrowed to one record', async ({
  page,
  rows,
  service,
  tenant,
}) => {
  await service.from('ring_groups').update({ enabled: false }).eq('id', tenant.group).throwOnError()
  await rows.add('ring_groups', { tenant_id: tenant.id, name: 'Night shift', number: '6001' })
  await page.goto(`/app/tenants/${tenant.id}/call-map?at=any`)
  const drawing = page.getByRole('region', { name: 'Drawing of the call map' })
  await expect(
    drawing.getByRole('button', { name: /^Ring group 6000 Front office Leads nowhere/ }),
  ).toBeVisible()
  const lonely = drawing.getByRole('button', { name: /^Ring group 6001 Night shift No number leads here/ })
  await expect(lonely).toBeVisible()
  await expect(lonely.getByText('No number leads here')).toBeVisible()

  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Ring group 6000 Front office' }).click()
  await expect(lonely).toHaveCount(0)
  await expect(drawing.getByRole('button', { name: /^Number/ })).toBeVisible()
})
