import { createContext, useCallback, useEffect, useEffectEvent, useState } from 'react'

/** Work that ends in a value of the form; resolves to whether the form has it. */
type Work = Promise<boolean>

/** Provided by forms: has their save wait for the work. */
export const HoldSaveContext = createContext<(work: Work) => void>(() => undefined)

const LOST = 'Nothing was saved, because a number that you chose could not be stored. Choose it again.'

interface Held {
  works: number
  /** Whether a save was asked for, and waits. */
  asked: boolean
  /** Whether work has failed since. */
  failed: boolean
  /** How many saves have waited, and can go on. */
  due: number
}

function afterWork({ works, asked, failed, due }: Held, done: boolean): Held {
  const follows = asked && works === 1
  return { works: works - 1, asked: asked && !follows, failed: failed || !done, due: follows ? due + 1 : due }
}

/**
 * Lets fields hold a form's save: one asked for meanwhile follows as soon as they are done, or is refused with the reason if one of them
 * has failed.
 */
export function useHeldSave(save: () => void, refuse: (reason: string) => void) {
  const [held, setHeld] = useState<Held>({ works: 0, asked: false, failed: false, due: 0 })
  const hold = useCallback((work: Work) => {
    setHeld((before) => ({ ...before, works: before.works + 1 }))
    void work.then((done) => setHeld((before) => afterWork(before, done)))
  }, [])

  const proceed = useEffectEvent(() => {
    if (held.failed) refuse(LOST)
    else save()
  })
  useEffect(() => {
    if (held.due > 0) proceed()
  }, [held.due])

  return {
    hold,
    holding: held.works > 0,
    waiting: held.asked,
    /** Asks for a save. False if nothing holds it, and the caller can save now. */
    mustWait(): boolean {
      if (held.works === 0) return false
      setHeld((before) => ({ ...before, asked: true, failed: false }))
      return true
    },
  }
}
