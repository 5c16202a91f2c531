import { createContext, useContext, useEffect } from 'react'

/** Stores data that belongs to a record but is not a value of its form, such as a secret or a file. */
export type Follower = (id: string) => Promise<void>

/** Registers a follower under a name, or removes it with null. */
export type Follow = (name: string, follower: Follower | null) => void

/** Provided by forms of new records, which cannot store such data before the record. */
export const FollowContext = createContext<Follow>(() => undefined)

/**
 * Registers a function that the surrounding form runs once the record is stored, before it closes. The function must be stable
 * between renders.
 */
export function useFollower(name: string, follower: Follower | null): void {
  const follow = useContext(FollowContext)
  useEffect(() => {
    if (!follower) return
    follow(name, follower)
    return () => follow(name, null)
  }, [follow, name, follower])
}
