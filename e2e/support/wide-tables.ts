import type { Locator } from '@playwright/test'

/** The names of those tables that scroll sideways in their boxes. They are measured, since a box says so only after its rows are shown. */
export const wideTables = (tables: Locator): Promise<(string | null)[]> =>
  tables.evaluateAll((elements) =>
    (elements as HTMLElement[]).flatMap(({ parentElement, offsetWidth, ariaLabel }) =>
      offsetWidth > (parentElement?.clientWidth ?? 0) ? [ariaLabel] : [],
    ),
  )
