import { useEffect, useRef } from 'react'
import { Button } from './button'

/** Closes a dialog that reports what was done. Focused when it appears, so that Enter closes the dialog. */
export function DoneButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After the dialog has stored the previous focus and moved it.
    queueMicrotask(() => button.current?.focus())
  }, [])
  return (
    <Button ref={button} variant="primary" onClick={onClick}>
      Done
    </Button>
  )
}
