import { createContext, useContext, useEffect } from 'react'

/** Stores data that belongs to a record but is not a value of its form, such as a secret or a file. */
export type AfterCreate = (id: string) => Promise<void>

/** Registers a follower under a name, or removes it with null. */
export type RegisterAfterCreate = (name: string, follower: AfterCreate | null) => void

/** Provided by forms of new records, which cannot store such data before the record. */
export const AfterCreateContext = createContext<RegisterAfterCreate>(() => undefined)

/**
 * Registers a function that the surrounding form runs once the record is stored, before it closes. The function must be stable
 * between renders.
 */
export function useAfterCreate(name: string, follower: AfterCreate | null): void {
  const follow = useContext(AfterCreateContext)
  useEffect(() => {
    if (!follower) return
    follow(name, follower)
    return () => follow(name, null)
  }, [follow, name, follower])
}
