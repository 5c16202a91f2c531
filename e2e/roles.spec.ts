import { expect, type Role, test } from './fixtures'
import { allAddresses, isRendered, knownRecords, ROLES } from './screens/addresses'
import { mainNavigation, mainPart, mainText, NAVIGATION, openUserMenu, watchForErrors } from './screens/shell'

test.describe.configure({ mode: 'parallel' })

const REFUSAL =
  'You do not have access to this page' +
  'It is not part of your role. Ask a superadmin if you need it.' +
  'Go to the dashboard'

/** Pages with parts that the browser adds. */
const LATER = [
  // What changed and what is to be done.
  /^\/app$/,
  // Staff and sessions come from API routes and the sign-in server.
  /^\/app\/account$/,
  /^\/app\/superadmin$/,
  /^\/app\/superadmin\/(users|roles\/)/,
  // The calls of this minute, a chart, idle seats, and forms.
  /^\/app\/tenants\/[0-9a-f-]+(\/(cdr|licensing|settings))?$/,
]
const isComplete = (path: string) => isRendered(path) && !LATER.some((later) => later.test(path))

/**
 * Whether a role's browser shows the page: a superadmin's shows each, those of others what the browser adds to. For the rest, the server's
 * answer tells whether the page is there and the role's queries are answered.
 */
const isShown = (role: Role, path: string, dialog?: string) =>
  role === 'superadmin' || dialog !== undefined || !isComplete(path)

// Far from the server's zone: what is hydrated with another date than the server rendered is an error.
test.use({ timezoneId: 'Asia/Tokyo' })

for (const role of ROLES) {
  test.describe(role, () => {
    test.use({ role })

    test(`each address opens for a ${role} or is refused, complete as the server sends it, without an error or a policy violation`, async ({
      page,
      database,
    }) => {
      const errors = watchForErrors(page)
      const addresses = allAddresses(await knownRecords(database))
      const main = page.getByRole('main')
      for (const { path, heading, dialog } of addresses.filter(({ roles }) => roles.includes(role))) {
        await test.step(path, async () => {
          const shown = isShown(role, path, dialog)
          const answer = shown ? await page.goto(path) : await page.request.get(path)
          if (isComplete(path)) {
            const sent = mainPart((await answer?.text()) ?? '')
            expect(sent).toContain(`${heading}</h`)
            expect(sent).not.toContain('animate-skeleton')
          }
          if (!shown) return
          if (dialog) {
            await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
          } else {
            await expect(main.getByRole('heading', { name: heading, exact: true })).toBeVisible()
            await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1)
          }
          await expect(page).toHaveURL(path)
          await expect(page).toHaveTitle('Trunkline')
          expect(errors).toEqual([])
        })
      }
      const refused = addresses.filter(({ roles }) => !roles.includes(role))
      for (const { path } of refused) {
        const answer = await page.request.get(path)
        expect(mainText(await answer.text()), path).toBe(REFUSAL)
      }
      // In the browser they are the same page.
      if (refused[0]) {
        await page.goto(refused[0].path)
        await expect(main).toHaveText(REFUSAL)
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(
          'You do not have access to this page',
        )
        await expect(page).toHaveURL(refused[0].path)
        await expect(page).toHaveTitle('Trunkline')
        expect(errors).toEqual([])
      }
    })

    test(`a ${role} has exactly the sections of the role, and is named in the user menu`, async ({
      page,
    }) => {
      await page.goto('/app')
      const links = mainNavigation(page).getByRole('link')
      await expect(links).toHaveText(NAVIGATION[role].map(([label]) => label))
      for (const [at, [, href]] of NAVIGATION[role].entries())
        await expect(links.nth(at)).toHaveAttribute('href', href)
      const menu = await openUserMenu(page)
      await expect(menu.getByText(`${role}@demo.test`)).toBeVisible()
      await expect(menu.getByText(role, { exact: true })).toBeVisible()
    })
  })
}
