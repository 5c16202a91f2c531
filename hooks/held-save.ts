import { createContext, useCallback, useEffect, useEffectEvent, useState } from 'react'

/** Work that ends in a value of the form; resolves to whether the form has it. */
type Work = Promise<boolean>

/** Provided by forms: has their save wait for the work. */
export const HoldSaveContext = createContext<(work: Work) => void>(() => undefined)

const LOST = 'Nothing was saved, because a number that you chose could not be stored. Choose it again.'

/**
 * Lets fields hold a form's save: one asked for meanwhile follows as soon as they are done, or is refused with the reason if one of them
 * has failed.
 */
export function useHeldSave(save: () => void, refuse: (reason: string) => void) {
  const [held, setHeld] = useState(0)
  const [asked, setAsked] = useState(false)
  const [failed, setFailed] = useState(false)
  const hold = useCallback((work: Work) => {
    setHeld((count) => count + 1)
    void work.then((done) => {
      if (!done) setFailed(true)
      setHeld((count) => count - 1)
    })
  }, [])

  const proceed = useEffectEvent(() => {
    setAsked(false)
    if (failed) refuse(LOST)
    else save()
  })
  useEffect(() => {
    if (asked && held === 0) proceed()
  }, [asked, held])

  return {
    hold,
    holding: held > 0,
    /** Whether a save was asked for, and waits. */
    waiting: asked,
    /** Asks for a save. False if nothing holds it, and the caller can save now. */
    mustWait(): boolean {
      if (held === 0) return false
      setFailed(false)
      setAsked(true)
      return true
    },
  }
}
