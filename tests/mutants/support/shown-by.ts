import { existsSync } from 'node:fs'
import { join } from 'node:path'

const eachFails = (test: string, names: readonly string[], where: string) => {
  const path = `tests/database/${test}.test.ts`
  if (!existsSync(join(import.meta.dirname, '../../..', path))) throw new Error(`There is no ${path}.`)
  return Object.fromEntries(names.map((name) => [name, `${path} fails with it${where}`]))
}

/** The dedicated test that fails with each of these mutants. Throws if there is no such test. */
export const shownBy = (test: string, names: readonly string[]) => eachFails(test, names, '')

/** The same for tests with their own database, which `mutate:named` cannot run. */
export const shownApart = (test: string, names: readonly string[]) =>
  eachFails(test, names, ' in a database of its own')
