import type { Locator, Page } from '@playwright/test'

/** The parts of the search overlay, by the names that assistive technology has for them. */
export interface SearchOverlay {
  dialog: Locator
  input: Locator
  results: Locator
  /** The highlighted result. */
  highlighted: Locator
  /** Shown while lists are still loading. */
  loading: Locator
  /** The result with this name. */
  result: (name: string | RegExp) => Locator
}

export function searchOverlay(page: Page): SearchOverlay {
  const dialog = page.getByRole('dialog', { name: 'Search', exact: true })
  const results = dialog.getByRole('option')
  return {
    dialog,
    input: dialog.getByRole('combobox', { name: 'Search', exact: true }),
    results,
    highlighted: dialog.getByRole('option', { selected: true }),
    loading: dialog.getByText('Loading companies…'),
    result: (name) => dialog.getByRole('option', { name }),
  }
}

/** Opens the overlay with its shortcut. */
export async function openSearch(page: Page): Promise<SearchOverlay> {
  const search = searchOverlay(page)
  await page.getByRole('searchbox', { name: 'Search', exact: true }).waitFor()
  await page.keyboard.press('/')
  await search.input.waitFor()
  return search
}

/** Holds back lookups of MAC addresses and phone numbers, to show the waiting state. */
export async function holdLookUps(page: Page) {
  const asked: unknown[] = []
  const released = Promise.withResolvers<void>()
  await page.route('**/api/search', async (route) => {
    asked.push(route.request().postDataJSON())
    await released.promise
    await route.continue()
  })
  return { asked, release: released.resolve }
}
