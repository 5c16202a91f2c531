import { UUID } from '../validation/uuid'

/** Whether a path in Storage is that of a file of `folder`, an id, which the app has named at random, with one of the endings. */
export function isStoredPath(path: string, folder: string, endings: readonly string[]): boolean {
  return (
    path.startsWith(`${folder}/`) && new RegExp(`^${UUID}/${UUID}\\.(?:${endings.join('|')})$`).test(path)
  )
}
