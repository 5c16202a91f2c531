import { createContext, useContext, useEffect } from 'react'

/** Stores what belongs to the record with this id and is no value of its form, such as a secret or a file. */
export type Follower = (id: string) => Promise<void>

/** Tells a form what it is to do once its record is stored; nothing under this name for null. */
export type Follow = (name: string, follower: Follower | null) => void

/** Set by forms of new records, which cannot have these before they are stored. */
export const FollowContext = createContext<Follow>(() => undefined)

/**
 * Has the form around it do this once the record is stored, and close only after it was done. The follower must stay the same
 * function between renders.
 */
export function useFollower(name: string, follower: Follower | null): void {
  const follow = useContext(FollowContext)
  useEffect(() => {
    if (!follower) return
    follow(name, follower)
    return () => follow(name, null)
  }, [follow, name, follower])
}
