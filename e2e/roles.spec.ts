import { expect, type Role, test } from './fixtures'
import { allAddresses, isRendered, knownRecords, ROLES } from './screens/addresses'
import { follow, watchForErrors } from './screens/shell'

test.describe.configure({ mode: 'parallel' })

const REFUSAL =
  'You do not have access to this page' +
  'It is not part of your role. Ask a superadmin if you need it.' +
  'Go to the dashboard'

/** Whether a role loads this page by its address. A superadmin loads each; others follow links to those that differ only once loaded. */
const isLoaded = (role: Role, path: string) => role === 'superadmin' || isRendered(path)

// Far from the server's zone: what is hydrated with another date than the server rendered is an error.
test.use({ timezoneId: 'Asia/Tokyo' })

for (const role of ROLES) {
  test.describe(role, () => {
    test.use({ role })

    test(`each address opens or is refused for a ${role}, without an error or a policy violation`, async ({
      page,
      database,
    }) => {
      const errors = watchForErrors(page)
      const addresses = allAddresses(await knownRecords(database))
      for (const address of addresses) {
        const { path, heading, roles, dialog } = address
        await test.step(path, async () => {
          await (isLoaded(role, path) ? page.goto(path) : follow(page, path))
          const main = page.getByRole('main')
          if (dialog && roles.includes(role)) {
            await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
          } else if (roles.includes(role)) {
            await expect(main.getByRole('heading', { name: heading, exact: true })).toBeVisible()
            await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1)
          } else {
            await expect(main).toHaveText(REFUSAL)
            await expect(main.getByRole('heading', { level: 1 })).toHaveText(
              'You do not have access to this page',
            )
          }
          await expect(page).toHaveURL(path)
          await expect(page).toHaveTitle('Trunkline')
          expect(errors).toEqual([])
        })
      }
    })
  })
}
