import { useEffect, useRef } from 'react'
import { Button } from './button'

/** Closes a dialog that has told what was done. It takes the focus when it comes, so that Enter goes on. */
export function DoneButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After the dialog has noted where the focus was, and taken it.
    queueMicrotask(() => button.current?.focus())
  }, [])
  return (
    <Button ref={button} variant="primary" onClick={onClick}>
      Done
    </Button>
  )
}
