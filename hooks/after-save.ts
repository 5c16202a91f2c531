import { createContext, useContext, useEffect } from 'react'

/** Stores data that belongs to a record but is not a value of its form, such as a secret or a file. */
export type AfterSave = (id: string) => Promise<void>

/** Registers a follower under a name, or removes it with null. */
export type RegisterAfterSave = (name: string, follower: AfterSave | null) => void

/** Provided by the forms of records. */
export const AfterSaveContext = createContext<RegisterAfterSave>(() => undefined)

/**
 * Registers a function that the surrounding form runs once the record is stored, before it closes. The function must be stable
 * between renders.
 */
export function useAfterSave(name: string, follower: AfterSave | null): void {
  const follow = useContext(AfterSaveContext)
  useEffect(() => {
    if (!follower) return
    follow(name, follower)
    return () => follow(name, null)
  }, [follow, name, follower])
}
