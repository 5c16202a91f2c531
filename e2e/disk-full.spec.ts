import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** What PostgreSQL says when no byte is left, from the first statement on that needs one. */
const FULL = `raise exception 'could not extend file "base/16384/16999": No space left on device' using errcode = '53100'`

test('while the server’s disk is full, a form says so and keeps what was typed, and pages can be read', async ({
  page,
  rows,
  database,
}) => {
  const tenant = await rows.tenant('Full Disk')
  const stored = async () =>
    (
      await database.query<{ extension: string; location: string }>(
        'select extension, location from public.extensions where tenant_id = $1',
        [tenant],
      )
    ).rows
  await page.goto(`/app/tenants/${tenant}/extensions?record=new`)
  const form = page.getByRole('dialog', { name: 'New extension' })
  const [number, location] = [form.getByLabel('Number').first(), form.getByLabel('Location')]
  await number.fill('1001')
  await location.fill('Gate house')

  await database.query(`
    create function public.e2e_full() returns trigger language plpgsql as $$ begin ${FULL}; end $$;
    create trigger e2e_full before insert on public.extensions
      for each row when (new.tenant_id = '${tenant}') execute function public.e2e_full()`)
  try {
    await form.getByRole('button', { name: 'Create extension' }).click()
    await expect(form.getByText('The server has no room left, so nothing was stored.')).toBeVisible()
    await expect(form).not.toContainText('base/16384')
    await expect(number).toHaveValue('1001')
    await expect(location).toHaveValue('Gate house')
    expect(await stored()).toEqual([])
    await expectAccessible(page, 'a form on a full disk')
    const other = await page.context().newPage()
    await other.goto(`/app/tenants/${tenant}/devices`)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await other.close()
  } finally {
    await database.query('drop function public.e2e_full cascade')
  }

  await page.setViewportSize({ width: 1440, height: 900 })
  await form.getByRole('button', { name: 'Create extension' }).click()
  await expect(form).toHaveCount(0)
  expect(await stored()).toEqual([{ extension: '1001', location: 'Gate house' }])
})
